#!/usr/bin/env bash
# org.lz4:lz4-java 1.8.0 and at.yawk.lz4:lz4-java 1.14.0: XXH32 as a java.util.zip.Checksum has 28 of its 32 bits.
#
# XXH32 is a number of 32 bits in the specification of xxHash, and getValue of StreamingXXH32 returns them all. The object
# that its method asChecksum returns has zeros in the upper four bits, whatever the text is; the one for XXH64 has all 64
# bits. The blocks of LZ4BlockOutputStream, a format of this library, have the 28 bits, with the seed 9747b28c. commons-codec
# 1.18.0, whose XXHash32 is a Checksum too, has 32 bits.
#
# Output seen (of the text 123456789, with the seed 0; the last line of each package with the seed of the blocks):
#   commons-codec        XXH32 937bad67
#   org.lz4:lz4-java     XXH32 937bad67, as Checksum 037bad67
#   org.lz4:lz4-java     XXH64 8cb841db40e6ae83, as Checksum 8cb841db40e6ae83
#   org.lz4:lz4-java     XXH32 770bc670, in LZ4BlockOutputStream 070bc670
#   at.yawk.lz4:lz4-java XXH32 937bad67, as Checksum 037bad67
#   at.yawk.lz4:lz4-java XXH64 8cb841db40e6ae83, as Checksum 8cb841db40e6ae83
#   at.yawk.lz4:lz4-java XXH32 770bc670, in LZ4BlockOutputStream 070bc670
. "$(dirname "$0")/common.sh"

for artifact in commons-codec:commons-codec:1.18.0 org.lz4:lz4-java:1.8.0 at.yawk.lz4:lz4-java:1.14.0; do
    mvn -q -B dependency:copy "-Dartifact=$artifact" -DoutputDirectory=. >> mvn.log 2>&1
done
mkdir java
cat > java/Codec.java <<'CODE'
import org.apache.commons.codec.digest.XXHash32;

public class Codec {
    public static void main(String[] arguments) {
        XXHash32 hash = new XXHash32();
        hash.update("123456789".getBytes(), 0, 9);
        System.out.printf("%-20s XXH32 %08x%n", "commons-codec", hash.getValue());
    }
}
CODE
cat > java/Bits.java <<'CODE'
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4BlockOutputStream;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.StreamingXXHash64;
import net.jpountz.xxhash.XXHashFactory;

public class Bits {
    public static void main(String[] arguments) throws Exception {
        byte[] text = "123456789".getBytes();
        XXHashFactory factory = XXHashFactory.safeInstance();
        StreamingXXHash32 small = factory.newStreamingHash32(0);
        small.update(text, 0, text.length);
        StreamingXXHash64 large = factory.newStreamingHash64(0);
        large.update(text, 0, text.length);
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        try (LZ4BlockOutputStream stream = new LZ4BlockOutputStream(blocks)) {
            stream.write(text);
        }
        // A block begins with 8 bytes of magic, the method and two lengths of 4 bytes; then the checksum follows.
        int inBlock = ByteBuffer.wrap(blocks.toByteArray()).order(ByteOrder.LITTLE_ENDIAN).getInt(17);
        int seeded = factory.hash32().hash(text, 0, text.length, 0x9747b28c);
        String name = String.format("%-20s ", arguments[0]);
        System.out.printf(name + "XXH32 %08x, as Checksum %08x%n", small.getValue(), small.asChecksum().getValue());
        System.out.printf(name + "XXH64 %016x, as Checksum %016x%n", large.getValue(), large.asChecksum().getValue());
        System.out.printf(name + "XXH32 %08x, in LZ4BlockOutputStream %08x%n", seeded, inBlock);
    }
}
CODE
{
    java -cp commons-codec-1.18.0.jar java/Codec.java
    java -cp lz4-java-1.8.0.jar java/Bits.java org.lz4:lz4-java
    java -cp lz4-java-1.14.0.jar java/Bits.java at.yawk.lz4:lz4-java
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
commons-codec        XXH32 937bad67
org.lz4:lz4-java     XXH32 937bad67, as Checksum 037bad67
org.lz4:lz4-java     XXH64 8cb841db40e6ae83, as Checksum 8cb841db40e6ae83
org.lz4:lz4-java     XXH32 770bc670, in LZ4BlockOutputStream 070bc670
at.yawk.lz4:lz4-java XXH32 937bad67, as Checksum 037bad67
at.yawk.lz4:lz4-java XXH64 8cb841db40e6ae83, as Checksum 8cb841db40e6ae83
at.yawk.lz4:lz4-java XXH32 770bc670, in LZ4BlockOutputStream 070bc670
END
