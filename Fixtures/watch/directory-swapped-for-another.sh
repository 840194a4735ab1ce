# A directory leaves and another one takes its name at once, with one of its own in it.
#: before
mkdir -p out/in; printf 'n\n' > out/n.md; printf 'm\n' > out/in/m.md; printf 'gone\n' > out/in/gone.md
#: while it watches
mv out "$T/out"; mkdir -p out/in/deeper; printf 'new\n' > out/n.md
printf 'other\n' > out/in/m.md; printf 'deep\n' > out/in/deeper/d.md
#: told
changed out/n.md
changed out/in/m.md
created out/in/deeper/d.md
deleted out/in/gone.md
#: while it watches
printf 'later\n' >> out/in/m.md; printf 'later\n' >> out/in/deeper/d.md
#: told
changed out/in/m.md
changed out/in/deeper/d.md
#: there
out/n.md: new\n
out/in/m.md: other\nlater\n
out/in/deeper/d.md: deep\nlater\n
