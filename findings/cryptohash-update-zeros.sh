#!/usr/bin/env bash
# com.appmattus.crypto:cryptohash 1.0.2 (for the JVM): update and then digest give zeros for every text, in the hash functions
# that need the whole text at once.
#
# Algorithm.hash and digest(text) compute the right value. After update, digest() returns the value of the digest(text) before,
# and zeros if there was none. A second digest(text) on one object hashes the text of the first one, too, in CityHash, FarmHash,
# MurmurHash2 and Wyhash32. Functions that take a text in pieces, such as MetroHash64 and MurmurHash3, give one value in all
# ways. The module cityhash 0.4.10 of PyPI computes two of them to compare with.
#
# Output seen (of the text 123456789, with the seed 0: hash, update and digest, then digest(text) twice on one object):
#   CityHash32          f88eca50         00000000         f88eca50         9397fa68
#   CityHash64          6290b5b99f49dc6a 0000000000000000 6290b5b99f49dc6a a99c7a6fa8e16a13
#   FarmHash64          6290b5b99f49dc6a 0000000000000000 6290b5b99f49dc6a a99c7a6fa8e16a13
#   MurmurHash2         dccb0167         00000000         dccb0167         50a8510f
#   MurmurHash64A       4977490251674330 0000000000000000 4977490251674330 7d9d209426ce4e7b
#   T1ha1_le            1a8421b9c6cb3643 0000000000000000 1a8421b9c6cb3643 1a8421b9c6cb3643
#   Wyhash32            1c8014d4         00000000         1c8014d4         c995258a
#   MetroHash64         a84ac60a21e27385 a84ac60a21e27385 a84ac60a21e27385 a84ac60a21e27385
#   MurmurHash3_X86_32  b4fef382         b4fef382         b4fef382         b4fef382
#   CityHash64 after digest("abc") and update: 24a5b3a074e7f369, digest("abc") was 24a5b3a074e7f369
#   cityhash: CityHash64 6290b5b99f49dc6a, CityHash32 f88eca50
. "$(dirname "$0")/common.sh"

for artifact in com.appmattus.crypto:cryptohash-jvm:1.0.2 org.jetbrains.kotlin:kotlin-stdlib:2.0.0; do
    mvn -q -B dependency:copy "-Dartifact=$artifact" -DoutputDirectory=. >> mvn.log 2>&1
done
python3 -m venv python
python/bin/pip -q install cityhash==0.4.10
mkdir java
cat > java/Whole.java <<'CODE'
import com.appmattus.crypto.Algorithm;
import com.appmattus.crypto.Digest;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.HexFormat;

public class Whole {
    /** The function with the seed 0: an object of its own, or made by a constructor that Kotlin hides from Java. */
    static Algorithm named(String name) throws Exception {
        Class<?> algorithm = Class.forName("com.appmattus.crypto.Algorithm$" + name);
        for (Constructor<?> constructor : algorithm.getConstructors()) {
            Class<?>[] types = constructor.getParameterTypes();
            if (Arrays.stream(types).noneMatch(type -> type == int.class || type == long.class) && types.length > 0) continue;
            return (Algorithm) constructor.newInstance(Arrays.stream(types).map(Whole::zero).toArray());
        }
        return (Algorithm) algorithm.getField("INSTANCE").get(null);
    }

    static Object zero(Class<?> type) {
        if (type == int.class) return 0;
        return type == long.class ? 0L : null;
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static void main(String[] arguments) throws Exception {
        byte[] text = "123456789".getBytes();
        for (String name : arguments) {
            Algorithm algorithm = named(name);
            Digest<?> updated = algorithm.createDigest();
            updated.update(text);
            Digest<?> twice = algorithm.createDigest();
            System.out.printf("%-19s %-16s %-16s %-16s %s%n", name, hex(algorithm.hash(text)), hex(updated.digest()),
                    hex(twice.digest(text)), hex(twice.digest(text)));
        }
        Digest<?> used = named("CityHash64").createDigest();
        String before = hex(used.digest("abc".getBytes()));
        used.update(text);
        String after = hex(used.digest());
        System.out.printf("CityHash64 after digest(\"abc\") and update: %s, digest(\"abc\") was %s%n", after, before);
    }
}
CODE
{
    java -cp cryptohash-jvm-1.0.2.jar:kotlin-stdlib-2.0.0.jar java/Whole.java CityHash32 CityHash64 FarmHash64 MurmurHash2 \
        MurmurHash64A T1ha1_le Wyhash32 MetroHash64 MurmurHash3_X86_32
    python/bin/python -c 'from cityhash import *
print("cityhash: CityHash64 %016x, CityHash32 %08x" % (CityHash64("123456789"), CityHash32("123456789")))'
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
CityHash32          f88eca50         00000000         f88eca50         9397fa68
CityHash64          6290b5b99f49dc6a 0000000000000000 6290b5b99f49dc6a a99c7a6fa8e16a13
FarmHash64          6290b5b99f49dc6a 0000000000000000 6290b5b99f49dc6a a99c7a6fa8e16a13
MurmurHash2         dccb0167         00000000         dccb0167         50a8510f
MurmurHash64A       4977490251674330 0000000000000000 4977490251674330 7d9d209426ce4e7b
T1ha1_le            1a8421b9c6cb3643 0000000000000000 1a8421b9c6cb3643 1a8421b9c6cb3643
Wyhash32            1c8014d4         00000000         1c8014d4         c995258a
MetroHash64         a84ac60a21e27385 a84ac60a21e27385 a84ac60a21e27385 a84ac60a21e27385
MurmurHash3_X86_32  b4fef382         b4fef382         b4fef382         b4fef382
CityHash64 after digest("abc") and update: 24a5b3a074e7f369, digest("abc") was 24a5b3a074e7f369
cityhash: CityHash64 6290b5b99f49dc6a, CityHash32 f88eca50
END
