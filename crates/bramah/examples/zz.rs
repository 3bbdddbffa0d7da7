#![allow(unsafe_code, missing_docs)]
use bramah::block;
fn hex(s:&str)->Vec<u8>{(0..s.len()/2).map(|i|u8::from_str_radix(&s[2*i..2*i+2],16).unwrap()).collect()}
fn main(){
  let name=std::env::args().nth(1).unwrap_or("camellia".into());
  let text=std::fs::read_to_string("/tmp/mine/vec.txt").unwrap();
  let a: Vec<Vec<&str>> = text.lines().map(|l|l.split_whitespace().collect()).collect();
  for entry in block::entries(){ 
    let alg=entry.algorithm();
    let n=alg.info().name; if !n.starts_with(&name) {continue;}
    let _ = std::panic::catch_unwind(|| alg.keyed(&vec![0;alg.key_len()]));
    for b in alg.backends_available() { if std::env::args().nth(3).is_some_and(|x|!x.split(',').any(|x|x==b)) {continue;}
      let alg=alg.with_backend(b).expect("backend");
      let mut ok=0; let mut bad=0;
      for v in &a { if v[0]!=n {continue;}
        let (k,p,c)=(hex(v[1]),hex(v[2]),hex(v[3])); let it: usize=v[4].parse().unwrap();
        let cipher=alg.keyed(&k).unwrap();
        for count in [1usize,2,5,17,70,130] {
          let mut x=p.repeat(count); for _ in 0..it {cipher.encrypt_blocks(&mut x).unwrap();} let e= x==c.repeat(count);
          for _ in 0..it {cipher.decrypt_blocks(&mut x).unwrap();} let d= x==p.repeat(count);
          if e&&d {ok+=1} else {bad+=1; if bad<4 {println!("{n} {b} count {count}: enc {e} dec {d}");}}
        }
      }
      println!("{n} {b}: {ok} ok {bad} bad");
      if let Some(s)=std::env::args().nth(2) {
        let key: Vec<u8>=(0..alg.key_len()).map(|i|(i%241) as u8).collect();
        for size in s.split(',') { let size:usize=size.parse().unwrap();
        for what in ["ecb-enc","ecb-dec","setup"] {
          let cipher=alg.keyed(&key).unwrap();
          let mut buf=vec![7u8;size.max(alg.block_len())];
          let mut best=f64::MAX;
          for _ in 0..30 {
            let t=unsafe{core::arch::x86_64::_rdtsc()};
            let reps=(65536/buf.len()).max(1);
            for _ in 0..reps { match what {"ecb-enc"=>cipher.encrypt_blocks(&mut buf).unwrap(), "ecb-dec"=>cipher.decrypt_blocks(&mut buf).unwrap(), _=>drop(alg.keyed(&key).unwrap())} }
            let d=(unsafe{core::arch::x86_64::_rdtsc()}-t) as f64/reps as f64; if d<best {best=d}
          }
          println!("   {b} {what} {size}: {:.3} {}", if what=="setup" {best} else {best/buf.len() as f64}, if what=="setup" {"tsc"} else {"tsc/B"});
        }}
      }
    }
  }
}
