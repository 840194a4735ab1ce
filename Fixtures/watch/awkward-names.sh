# Names are bytes: not UTF-8, with line breaks and blanks, like options, in two spellings of é.
#: before
printf 'seed\n' > seed.md
#: while it watches
printf '1' > $'caf\xe9.md'; printf '2' > $'new\nline.md'; printf '3' > ' lead.md'; printf '4' > 'tail.md '
printf '5' > ./-rf.md; printf '6' > $'e\xcc\x81.md'; printf '7' > $'\xc3\xa9.md'
#: while it watches
mv $'e\xcc\x81.md' $'E\xcc\x81.md'; printf 'more' >> $'caf\xe9.md'
#: there
seed.md: seed\n
 lead.md: 3
tail.md : 4
-rf.md: 5
E\xcc\x81.md: 6
\xc3\xa9.md: 7
new\nline.md: 2
caf\xe9.md: 1more
