# A directory leaves the root; what is written there afterwards is nobody's business here.
#: before
mkdir in; printf 'n\n' > in/n.md; printf 'keep\n' > keep.md
#: while it watches
mv in "$T/in"
sleep 1.5
printf 'outside\n' >> "$T/in/n.md"
sleep 0.5
rm -r "$T/in"
#: told
deleted in/n.md
#: there
keep.md: keep\n
