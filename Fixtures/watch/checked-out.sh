# git puts one version of many files in place of another, and back.
#: before
git init -q . 2>/dev/null; git config user.email a@b; git config user.name a
printf '.git\n' > .collateignore
mkdir d; for i in $(seq 30); do printf 'one %s\n' $i > d/$i.md; done; printf 'gone\n' > gone.md
git add -A; git commit -qm one
git checkout -qb other; for i in $(seq 30); do printf 'two %s\n' $i > d/$i.md; done; git rm -q gone.md; printf 'new\n' > new.md
git add -A; git commit -qm two; git checkout -q -
#: while it watches
git checkout -q other
#: while it watches
git checkout -q -
#: while it watches
git checkout -q other; rm d/2*.md; printf 'x\n' > x.md
#: there
.collateignore: .git\n
new.md: new\n
x.md: x\n
d/1.md: two 1\n
d/3.md: two 3\n
d/4.md: two 4\n
d/5.md: two 5\n
d/6.md: two 6\n
d/7.md: two 7\n
d/8.md: two 8\n
d/9.md: two 9\n
d/10.md: two 10\n
d/11.md: two 11\n
d/12.md: two 12\n
d/13.md: two 13\n
d/14.md: two 14\n
d/15.md: two 15\n
d/16.md: two 16\n
d/17.md: two 17\n
d/18.md: two 18\n
d/19.md: two 19\n
d/30.md: two 30\n
