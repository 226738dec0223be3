const WORDS = `
  00000000 000000000 0000000000 00001111 0123456789 0987654321 10101010 11110000 11111111 111111111 1111111111
  11111111a 11223344 1122334455 112233445566 12121212 1212121212 12312312 123123123 123123123123 123321123
  12341234 12344321 12345678 123456789 1234567890 12345678910 123456789a 123456789q 12345678a 1234567a 1234567q
  123456ab 123456abc 12345abc 1234abcd 1234qwer 123qwe123 123qweasd 12qwaszx 13131313 135792468 14141414
  147258369 147852369 159357456 159753456 19841984 1a2b3c4d 1a2s3d4f 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
  1qaz2wsx3edc 1qazxsw2 20002000 20202020 20252025 20262026 22222222 246813579 3.1415926 31415926 33333333
  44444444 456456456 55555555 5555555555 66666666 741852963 77777777 789456123 789789789 87654321 88888888
  888888888 963852741 987654321 9876543210 99999999 999999999 a11111111 a1234567 a12345678 a123456789 a1b2c3d4
  a1b2c3d4e5 aa123456 aa12345678 aaaa1111 aaaaaaaa aaaaaaaaa aabbccdd ab123456 abc12345 abc123456 abc123abc
  abcabcabc abcd1234 abcd12345 abcdef123 abcdefg1 abcdefgh abcdefghi abracadabra access123 access14 admin123
  admin123! admin1234 admin12345 admin123456 admin@123 adminadmin administrator administrator1 adminpassword
  alexander alexandra america1 andrew123 angel123 angelangel anthony1 arsenal1 as123456 asdf1234 asdf12345
  asdfasdf asdfghjk asdfghjkl asdfjkl; asdfqwer ashley123 asshole1 australia1 autumn123 autumn2023 autumn2024
  autumn2025 babyboy1 babygirl babygirl1 banana123 barcelona barcelona1 baseball baseball1 baseball123
  basketball basketball1 batman123 benjamin bestfriend biteme123 blessed1 blink182 bluebird broncos1 bullshit
  buster123 butterfly butterfly1 california canada123 changeit changeme changeme! changeme1 changeme123
  changepassword charlie1 charlie123 cheese123 cheesecake chelsea1 chevrolet chocolate chocolate1 christian
  christopher cocacola coffee123 company1 company123 computer computer1 computer123 cookie123 corvette
  counterstrike cowboys1 crystal1 daniel123 danielle december december1 default1 demo1234 diablo123 diamond1
  dragon12 dragon123 eagles123 elizabeth facebook facebook1 falcon123 family123 father123 february ferrari1
  flower123 football football1 football123 forever1 forever21 freedom1 freedom123 friday123 friends1 fuckoff1
  fuckyou1 fuckyou123 fuckyou2 gandalf1 godisgood golden123 goodluck google123 greenday guest123 guestguest
  hannah123 heaven123 hello123 hello1234 hello12345 hellohello hellokitty helloworld hockey123 hunter12
  hunter123 ilovegod iloveme1 iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 internet
  internet1 internet123 january1 jennifer jennifer1 jessica1 jessica123 jesus123 jesuschrist jonathan jordan123
  jordan23 joshua123 justin123 juventus1 killer123 lakers123 letmein! letmein1 letmein12 letmein123 linkedin
  linkedin1 liverpool liverpool1 login123 loginlogin london123 lovelove loveme123 lovers123 loveyou1 maggie123
  manager1 manager123 manchester marlboro master12 master123 matrix123 matthew1 mercedes metallica michael1
  michael123 michelle michelle1 midnight minecraft minecraft1 monday123 monkey12 monkey123 mother123 mountain
  mustang1 mypassword mysecret myspace1 newpassword newyork1 nicholas ninja123 nintendo nirvana1 nopassword
  nothing1 november office123 oldpassword openopen opensesame orange123 p@ssw0rd p@ssw0rd! p@ssw0rd1
  p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pa55w0rd pa55word packers1 panther1 pass1234
  pass12345 pass123456 pass@123 pass@1234 passcode passpass passport passport1 passw0rd passw0rd! passw0rd1
  passw0rd123 password password! password!! password#1 password-1 password01 password1 password1! password12
  password123 password123! password1234 password12345 password123456 password2 password2020 password2021
  password2022 password2023 password2024 password2025 password2026 password3 password7 password9 password@123
  password_1 passwordpassword passwords patriots phoenix1 playstation pokemon1 pokemon123 porsche1 princess
  princess1 princess123 purple123 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123456 qazwsx123 qazwsxedc
  qq123456 qweasd123 qweasdzxc qwer1234 qwer4321 qwerqwer qwert123 qwerty1! qwerty12 qwerty123 qwerty123!
  qwerty1234 qwerty12345 qwerty123456 qwerty77 qwerty78 qwertyqwerty qwertyui qwertyuiop qwertyuiop123 rainbow1
  rainbow123 realmadrid redsox123 robert123 root1234 rootroot samantha samantha1 samsung1 samsung123 scorpio1
  scorpion secret12 secret123 secret1234 september september1 server123 sesame123 sexybitch shadow123 silver123
  skywalker slipknot snickers soccer123 softball1 spiderman spiderman1 spring123 spring2023 spring2024
  spring2025 spring2026 startrek starwars starwars1 starwars123 steelers steelers1 summer12 summer123
  summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 sunshine sunshine1 sunshine123
  superman superman1 superman123 supersecret sweetheart system123 temppassword test1234 test12345 test123456
  tester123 testing1 testing123 testpassword testtest thepassword thomas123 thunder1 tidewright tidewright1
  tidewright123 tigers123 tigger123 toor1234 topsecret trustme1 trustno1 twitter1 user1234 userpassword
  useruser victoria w12345678 warcraft welcome! welcome1 welcome1! welcome12 welcome123 welcome123! welcome1234
  welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 welcome@123 whatever
  whatever1 william1 wilmington wilmington1 winter12 winter123 winter2020 winter2021 winter2022 winter2023
  winter2024 winter2025 winter2026 wizard123 wolverine x12345678 yamaha123 yankees1 yellow123 yourpassword
  youtube123 z12345678 zaq12wsx zaq1xsw2 zaq1zaq1 zeppelin zxcv1234 zxcvbnm, zxcvbnm1 zxcvbnm123 zxcvbnmzxcvbnm
`

/** What is tried first, in lower case: the passwords of eight characters and more that people choose most. */
export const commonPasswords: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
