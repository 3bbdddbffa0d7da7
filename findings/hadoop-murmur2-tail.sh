#!/usr/bin/env bash
# Hadoop 3.4.1's and stream-lib 2.9.8's MurmurHash: the last two or three bytes are in the opposite order, and signed.
#
# MurmurHash2 (32 bits) reads up to three bytes after the last whole word as a number, the lowest byte first. Both classes read
# them the highest byte first, and as Java's bytes from -128 to 127, whose sign fills all bits above. So the right values are
# those of a multiple of 4 bytes, and of one byte more if it is below 80. HBase 2.6.1's class has the bytes in the right
# order, but signed, too. So one name has three functions, which agree for texts of whole words. commons-codec 1.18.0 computes
# that of the reference, as murmurhash2 0.2.10 of PyPI does.
#
# Output seen (seed 0: text, commons-codec, HBase, Hadoop, stream-lib; Hadoop with the last bytes reversed):
#   31323334       018492f9 018492f9 018492f9 018492f9 018492f9
#   3132333435     b9669dc2 b9669dc2 b9669dc2 b9669dc2 b9669dc2
#   3132333485     56edd89f f787cdd6 f787cdd6 f787cdd6 f787cdd6
#   313233343536   38687f47 38687f47 3a474b93 3a474b93 38687f47
#   31323334353637 9157127a 9157127a 506f3e81 506f3e81 9157127a
. "$(dirname "$0")/common.sh"

for artifact in org.apache.hadoop:hadoop-common:3.4.1 com.clearspring.analytics:stream:2.9.8 \
    org.apache.hbase:hbase-common:2.6.1 commons-codec:commons-codec:1.18.0; do
    mvn -q -B dependency:copy "-Dartifact=$artifact" -DoutputDirectory=. >> mvn.log 2>&1
done
python3 -m venv python
python/bin/pip -q install murmurhash2==0.2.10
cat > reference.py <<'CODE'
import sys

import murmurhash2

print(f"{murmurhash2.murmurhash2(bytes.fromhex(sys.argv[1]), 0):08x}")
CODE
mkdir java
cat > java/Tails.java <<'CODE'
import java.util.HexFormat;
import org.apache.commons.codec.digest.MurmurHash2;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.util.hash.MurmurHash;

public class Tails {
    public static void main(String[] arguments) {
        for (String hex : new String[] {"31323334", "3132333435", "3132333485", "313233343536", "31323334353637"}) {
            byte[] text = HexFormat.of().parseHex(hex);
            int size = text.length;
            int codec = MurmurHash2.hash32(text, size, 0);
            ByteArrayHashKey key = new ByteArrayHashKey(text, 0, size);
            int hbase = org.apache.hadoop.hbase.util.MurmurHash.getInstance().hash(key, 0);
            int hadoop = MurmurHash.getInstance().hash(text, size, 0);
            int stream = com.clearspring.analytics.hash.MurmurHash.hash(text, 0);
            for (int low = size / 4 * 4, high = size - 1; low < high; low++, high--) {
                byte other = text[low];
                text[low] = text[high];
                text[high] = other;
            }
            int reversed = MurmurHash.getInstance().hash(text, size, 0);
            System.out.printf("%-14s %08x %08x %08x %08x %08x%n", hex, codec, hbase, hadoop, stream, reversed);
        }
    }
}
CODE
java -cp '*' java/Tails.java | tee seen
while read -r text codec rest; do
    python/bin/python reference.py "$text" | grep -qx "$codec"
done < seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
31323334       018492f9 018492f9 018492f9 018492f9 018492f9
3132333435     b9669dc2 b9669dc2 b9669dc2 b9669dc2 b9669dc2
3132333485     56edd89f f787cdd6 f787cdd6 f787cdd6 f787cdd6
313233343536   38687f47 38687f47 3a474b93 3a474b93 38687f47
31323334353637 9157127a 9157127a 506f3e81 506f3e81 9157127a
END
