/** The commonest passwords of twelve characters and more; shorter ones are refused for their length. */
const COMMON = new Set(
  `123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 0123456789012 012345678910 123123123123
  123412341234 112233445566 111111111111 000000000000 222222222222 987654321098 098765432109 121212121212 101010101010
  123456123456 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv qazwsxedcrfv qwertyuiop12 qwertyuiop123
  qwertyuiop[] qwertyuiopas qwertyuiopasdf qwertyuiopasdfghjkl asdfghjkl123 asdfghjklzxc zxcvbnm12345 zxcvbnm123456
  qwerty123456 qwerty1234567 qwerty12345678 qwertyqwerty qwerty123qwerty qwe123qwe123 asdfasdfasdf asdasdasdasd
  abcdefghijkl abcdefghijklm abcdefghijklmnopqrstuvwxyz abcd12345678 abc123456789 abc123abc123 abcabcabcabc a1b2c3d4e5f6
  aaaaaaaaaaaa a12345678900 aa1234567890 password1234 password12345 password123456 password2024 password2025 password2026
  passwordpassword password123password passw0rd1234 p@ssw0rd1234 p@ssword1234 mypassword12 mypassword123 newpassword1
  newpassword123 yourpassword changeme1234 changemenow1 letmein12345 letmein123456 letmeinplease welcome12345
  welcome123456 welcome2024! welcome2025! welcome2026! administrator administrator1 adminadmin12 adminadminadmin
  admin1234567 admin12345678 admin123admin superuser123 rootrootroot iloveyou1234 iloveyou12345 iloveyouforever
  iloveyousomuch sunshine1234 princess1234 football1234 baseball1234 basketball12 basketball123 superman1234 batman123456
  starwars1234 pokemon12345 monkey123456 dragon123456 michael12345 jennifer1234 charlie12345 jessica12345 trustno1trustno1
  whatever1234 computer1234 internet1234 samsung12345 secret123456 secretsecret topsecret123 test12345678 testtesttest
  testing12345 temporary123 default12345 guest1234567 hello1234567 hellohello12 helloworld12 helloworld123 hellokitty12
  manchesterunited liverpoolfc1 1234qwerasdf qwer1234asdf 1234abcd1234 abcd1234abcd google123456 facebook1234
  linkedin1234 michaeljordan michaeljackson correcthorsebatterystaple motorcycle12 motorcycle123 locksmith123
  locksmith1234 harleydavidson kawasaki1234 yamaha123456 suzuki123456 honda1234567 motokey12345 demo-keys-1990`.split(
    /\s+/,
  ),
);

/** Whether `password` is among the commonest, or is one sign again and again. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase()) || new Set(password).size < 3;
}
