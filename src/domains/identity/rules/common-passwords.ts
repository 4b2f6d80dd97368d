/**
 * Common passwords, checked offline. These are those of public leaks (`kit/pure/leaked-passwords.ts`),
 * the list below, and a rule for simple words with years, digits and signs around them, digits
 * for letters, and repetition. Together they cover several million passwords. Compared in lower case.
 * decision: they replace the list of the 100,000 most common passwords. Source: guide identity §9.4.
 */
import { isLeakedPassword } from '#kit/pure/leaked-passwords.ts'

const listText = `
12345678 123456789 1234567890 12345678910 87654321 987654321 9876543210 11223344 1122334455 12344321 12121212 13131313 14141414 10203040 102030405060
123123123 123321123 123654789 147258369 741852963 789456123 159753159 159357159 147852369 112233445566 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertzui qwertzuiop qwertz123 azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf
asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zaq12wsx zaq1zaq1 qazwsxedc qazwsx123 1234qwer 12345qwert qwer1234 q1w2e3r4 q1w2e3r4t5 poiuytrewq lkjhgfdsa mnbvcxz1
password password1 password12 password123 password1234 password12345 password! password1! password123! password01 password00 passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1 pa55word
passwort passwort1 passwort123 mypassword newpassword yourpassword password2024 password2025 password2026 changeme changeme1 changeme123 changeit letmein1 letmein12 letmein123 letmeinnow
welcome1 welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyousomuch loveyou1 lovelove lovely123
sunshine sunshine1 sunshine123 princess princess1 princess123 football football1 football12 football123 baseball baseball1 basketball superman superman1 superman123 batman123
spiderman spiderman1 pokemon1 pokemon123 dragon12 dragon123 monkey12 monkey123 shadow12 shadow123 master12 master123 michael1 michelle jennifer jessica1 jordan23 charlie1
ashley123 daniel123 thomas123 andrew123 computer computer1 computer123 internet internet1 samsung1 samsung123 starwars starwars1 trustno1 whatever whatever1 liverpool liverpool1
chelsea1 arsenal1 barcelona realmadrid manchester juventus1 everything nothing1 something elephant butterfly chocolate chocolate1 strawberry blueberry cinnamon cookie123
summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 monday123 friday13 january1 february december november
admin123 admin1234 admin12345 administrator administrator1 administrateur root1234 rootroot toortoor test1234 testtest test12345 testing1 testing123 guest123 user1234 username
default1 default123 secret12 secret123 access14 access123 abcd1234 abcd12345 abc12345 abc123456 abcdefgh abcdefghi abcdefghij abc123abc a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
aaaaaaa1 abcabcabc xxxxxxxx zzzzzzzz 00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 000000000 111111111 1111111111 0987654321 0123456789
freedom1 forever1 friends1 family123 blessed1 jesus123 jesuschrist godisgood hello123 hello1234 hellohello helloworld hello12345 goodluck happy123 lucky777 killer123 hunter12 hunter2hunter
ginger12 pepper12 purple12 orange12 yellow12 flower12 tigger12 buster12 harley12 soccer12 soccer123 hockey12 rainbow1 corvette mercedes porsche1 ferrari1 mustang1 yamaha123
qweqweqwe qweasdzxc asdasdasd asd123456 zxcasdqwe qwe123456 qweasd123 1password 1234abcd 123456abc 123456qwe 12345678a 123456789a a12345678 a123456789 google123 facebook facebook1
`
const stems = `
password passwort passwd pass secret geheim login welcome willkommen letmein admin administrator root user guest test testing demo default access changeme
qwerty qwertz azerty asdfgh asdf zxcvbn qazwsx abc abcd abcde abcdef hello hallo hola bonjour ciao love loveyou iloveyou baby angel princess prince queen king
sunshine summer winter spring autumn sommer herbst january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday monkey dragon tiger lion eagle falcon wolf bear shadow master ninja hunter killer warrior wizard
football soccer baseball basketball hockey tennis golf liverpool chelsea arsenal barcelona madrid juventus bayern united london paris berlin madrid roma newyork
america germany france italia espana mexico brasil canada australia england scotland ireland michael michelle jennifer jessica jordan charlie ashley daniel
thomas andrew robert william george matthew anthony joshua joseph david james john peter martin stefan andreas christian alexander nicole sabrina vanessa
jasmine samantha amanda melissa hannah sophie maria laura julia anna emma lucas oliver simon kevin patrick superman batman spiderman pokemon starwars matrix
computer internet google facebook twitter youtube amazon apple samsung windows microsoft office server network system security database student teacher school
company business manager freedom forever friends family blessed jesus christ heaven lucky happy smile cookie chocolate banana orange cherry ginger pepper flower
purple yellow silver golden diamond crystal rainbow mustang ferrari porsche mercedes yamaha harley studio yoga fitness pilates member members coffee pizza money
`
const words: ReadonlySet<string> = new Set(stems.trim().split(/\s+/))
const commonPasswords: ReadonlySet<string> = new Set(listText.trim().split(/\s+/))

/** What stands for a letter: p4$$w0rd. A one is an i or an l. */
const lookalikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
function isWord(text: string): boolean {
  const half = text.slice(0, text.length / 2)
  const once = half + half === text ? half : text
  const read = (one: string) => once.replace(/[013457@$!]/g, (sign) => (sign === '1' ? one : (lookalikes[sign] ?? sign)))
  return words.has(once) || words.has(read('i')) || words.has(read('l'))
}

const MAX_AFFIX_LENGTH = 6
/** A simple word with up to six digits and signs around it, once or twice: summer2026!, 1password, yogayoga. */
function isDecoratedWord(text: string): boolean {
  const before = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const after = /[^a-z]*$/.exec(text)?.[0].length ?? 0
  for (let start = 0; start <= Math.min(before, MAX_AFFIX_LENGTH); start++)
    for (let cut = 0; cut <= Math.min(after, MAX_AFFIX_LENGTH - start); cut++) if (isWord(text.slice(start, text.length - cut))) return true
  return false
}

/** Whether a password is common or leaked. `plain` is normalized and in lower case. */
export const isCommonOrLeaked = (plain: string): boolean => commonPasswords.has(plain) || isDecoratedWord(plain) || isLeakedPassword(plain)
