{ The routines of the unit ed2k of W. Ehrhardt, the hashes of the eDonkey network over MD4: see docs/pascal-units.md. }
unit ed2k;

{$mode objfpc}{$H+}

interface

uses
  bramah_weh, hash, md4;

type
  TED2KResult = packed record
    eDonkey, eMule: TMD4Digest;
    { Whether the two differ, which they do after whole chunks. }
    differ: boolean;
  end;
  { A message in progress: copied by assignment, and never freed. }
  TED2KContext = record
    total_ctx, chunk_ctx: THashContext;
    lastdig: TMD4Digest;
    cbytecnt, chunkcnt: longint;
  end;

procedure ED2K_Init(var Context: TED2KContext);
procedure ED2K_Update(var Context: TED2KContext; Msg: pointer; Len: word);
procedure ED2K_UpdateXL(var Context: TED2KContext; Msg: pointer; Len: longint);
procedure ED2K_Final(var Context: TED2KContext; var ResRec: TED2KResult);
function ED2K_SelfTest: boolean;
procedure ED2K_Full(var ResRec: TED2KResult; Msg: pointer; Len: word);
procedure ED2K_FullXL(var ResRec: TED2KResult; Msg: pointer; Len: longint);
procedure ED2K_File(const fname: string; var ResRec: TED2KResult; var buf; bsize: word; var Err: word);

implementation

const
  Chunk = 9728000;

procedure ED2K_Init(var Context: TED2KContext);
begin
  if @Context = nil then
    exit;
  FillChar(Context, SizeOf(Context), 0);
  MD4Init(Context.total_ctx);
  MD4Init(Context.chunk_ctx);
end;

procedure ED2K_UpdateXL(var Context: TED2KContext; Msg: pointer; Len: longint);
var
  n: longint;
begin
  if (@Context = nil) or (Msg = nil) then
    exit;
  while Len > 0 do
    with Context do
    begin
      if (cbytecnt < 0) or (cbytecnt >= Chunk) then
        exit;
      n := Chunk - cbytecnt;
      if n > Len then
        n := Len;
      MD4UpdateXL(chunk_ctx, Msg, n);
      cbytecnt := cbytecnt + n;
      Msg := Msg + n;
      Len := Len - n;
      if cbytecnt = Chunk then
      begin
        MD4Final(chunk_ctx, lastdig);
        MD4UpdateXL(total_ctx, @lastdig, SizeOf(lastdig));
        chunkcnt := chunkcnt + 1;
        cbytecnt := 0;
        MD4Init(chunk_ctx);
      end;
    end;
end;

procedure ED2K_Update(var Context: TED2KContext; Msg: pointer; Len: word);
begin
  ED2K_UpdateXL(Context, Msg, Len);
end;

procedure ED2K_Final(var Context: TED2KContext; var ResRec: TED2KResult);
var
  last: TMD4Digest;
  other: THashContext;
begin
  WEH_Zero(ResRec, SizeOf(ResRec));
  if (@Context = nil) or (@ResRec = nil) then
    exit;
  with Context do
  begin
    { the digest of the chunk that has begun, which may be empty }
    MD4Final(chunk_ctx, last);
    ResRec.differ := (cbytecnt = 0) and (chunkcnt > 0);
    if chunkcnt = 0 then
    begin
      ResRec.eDonkey := last;
      ResRec.eMule := last;
    end
    else
    begin
      { eMule takes an empty chunk after whole ones, eDonkey does not }
      other := total_ctx;
      MD4UpdateXL(total_ctx, @last, SizeOf(last));
      MD4Final(total_ctx, ResRec.eMule);
      if not ResRec.differ then
        ResRec.eDonkey := ResRec.eMule
      else if chunkcnt = 1 then
        ResRec.eDonkey := lastdig
      else
        MD4Final(other, ResRec.eDonkey);
    end;
  end;
  FillChar(Context, SizeOf(Context), 0);
end;

function ED2K_SelfTest: boolean;
const
  Message = 'abc';
  Expected: TMD4Digest = ($a4, $48, $01, $7a, $af, $21, $d8, $52, $5f, $c1, $0a, $e8, $7a, $a6, $72, $9d);
  { of a chunk of zeros }
  One: TMD4Digest = ($d7, $de, $f2, $62, $a1, $27, $cd, $79, $09, $6a, $10, $8e, $7a, $9f, $c1, $38);
  OneMule: TMD4Digest = ($fc, $21, $d9, $af, $82, $8f, $92, $a8, $df, $64, $be, $ac, $33, $57, $42, $5d);
var
  found: TED2KResult;
  zeros: pointer;
begin
  ED2K_Full(found, @Message[1], 3);
  Result := not found.differ and (CompareByte(found.eDonkey, Expected, 16) = 0) and (CompareByte(found.eMule, Expected, 16) = 0);
  zeros := AllocMem(Chunk);
  ED2K_FullXL(found, zeros, Chunk);
  FreeMem(zeros);
  Result := Result and found.differ and (CompareByte(found.eDonkey, One, 16) = 0) and (CompareByte(found.eMule, OneMule, 16) = 0);
end;

procedure ED2K_Full(var ResRec: TED2KResult; Msg: pointer; Len: word);
begin
  ED2K_FullXL(ResRec, Msg, Len);
end;

procedure ED2K_FullXL(var ResRec: TED2KResult; Msg: pointer; Len: longint);
var
  Context: TED2KContext;
begin
  ED2K_Init(Context);
  ED2K_UpdateXL(Context, Msg, Len);
  ED2K_Final(Context, ResRec);
end;

procedure ED2K_File(const fname: string; var ResRec: TED2KResult; var buf; bsize: word; var Err: word);
var
  Context: TED2KContext;
  from: ^TWEFile;
  n: longint;
begin
  New(from);
  WES_Open(from^, fname, Err);
  if Err = 0 then
  begin
    ED2K_Init(Context);
    repeat
      n := WES_Read(from^, Err);
      ED2K_UpdateXL(Context, @from^.Data, n);
    until n = 0;
    ED2K_Final(Context, ResRec);
  end;
  Dispose(from);
end;

end.
