import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from './password-policy.ts'

// ASVS 5.0, 6.2.4: at least the 3,000 most used passwords that the product's own rules would allow.
test('the 3,000 most used passwords of eight characters and more are rejected', async () => {
  const longEnough = dictionary['passwords-common'].filter((word) => Array.from(word).length >= 8)
  const most = longEnough.slice(0, 3000)
  expect(most).toHaveLength(3000)
  expect(await refused(most)).toEqual(most)
})

test('passwords from published top lists are rejected', async () => {
  const published = words(`
    123456789 12345678 1234567890 password password1 qwerty123 1q2w3e4r iloveyou 11111111 qwertyuiop princess
    sunshine football baseball superman trustno1 1qaz2wsx abcd1234 welcome1 p@ssw0rd passw0rd password123 admin123
  `)
  expect(await refused(published)).toEqual(published)
})

// NIST SP 800-63B, 5.1.1.2: "repetitive or sequential characters", "context-specific words".
test("repetitions, sequences, recent seasons and the business's names are rejected as passwords", async () => {
  const guessable = words(`
    aaaaaaaa 000000000000 12341234 abcabcabc 69696969 blahblah éééééééé 23456789 09876543 890123456 abcdefgh zyxwvutsr
    summer2026 welcome2026 tidewright1 wilmington
  `)
  expect(await refused(guessable)).toEqual(guessable)
})

test('any other password of eight characters is accepted', async () => {
  const fine = words('correct-horse-battery-staple tidepools wq8#kfz0 aaaaaaab 19473052 ацбвгдеё')
  expect(await refused(fine)).toEqual([])
})

const words = (text: string) => text.trim().split(/\s+/)

async function refused(passwords: string[]): Promise<string[]> {
  const answers = await Promise.all(passwords.map(isCommonPassword))
  return passwords.filter((_, index) => answers[index])
}
