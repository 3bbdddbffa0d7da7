{ The routines of the unit anu_omac of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md. Written by units.py: do not edit. }
unit anu_omac;

interface

uses
  bramah_we, bramah_wem, anu_base;

function ANU_OMAC_Init(const Key; KeyBits: word; var ctx: TANUContext): integer;
function ANU_OMAC_Update(data: pointer; ILen: longint; var ctx: TANUContext): integer;
procedure ANU_OMAC_Final(var tag: TANUBlock; var ctx: TANUContext);
procedure ANU_OMAC1_Final(var tag: TANUBlock; var ctx: TANUContext);
procedure ANU_OMAC2_Final(var tag: TANUBlock; var ctx: TANUContext);
function ANU_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TANUContext): integer;
procedure ANU_OMACx_Final(OMAC2: boolean; var tag: TANUBlock; var ctx: TANUContext);

implementation

function ANU_OMAC_Init(const Key; KeyBits: word; var ctx: TANUContext): integer;
begin
  ANU_OMAC_Init := WE_OMAC_Init(WE_ANU, Key, KeyBits, true, ctx);
end;

function ANU_OMAC_Update(data: pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_OMAC_Update := WE_OMAC_Update(WE_ANU, data, ILen, ctx);
end;

procedure ANU_OMAC_Final(var tag: TANUBlock; var ctx: TANUContext);
begin
  WE_OMAC_Final(WE_ANU, false, tag, ctx);
end;

procedure ANU_OMAC1_Final(var tag: TANUBlock; var ctx: TANUContext);
begin
  WE_OMAC_Final(WE_ANU, false, tag, ctx);
end;

procedure ANU_OMAC2_Final(var tag: TANUBlock; var ctx: TANUContext);
begin
  WE_OMAC_Final(WE_ANU, true, tag, ctx);
end;

function ANU_OMAC_UpdateXL(data: pointer; ILen: longint; var ctx: TANUContext): integer;
begin
  ANU_OMAC_UpdateXL := WE_OMAC_Update(WE_ANU, data, ILen, ctx);
end;

procedure ANU_OMACx_Final(OMAC2: boolean; var tag: TANUBlock; var ctx: TANUContext);
begin
  WE_OMAC_Final(WE_ANU, OMAC2, tag, ctx);
end;

end.
