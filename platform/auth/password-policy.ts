import { AuthError } from './auth-error.ts'
import { refundLoginAttempt, consumeLoginAttempt, tooManyRequests } from './auth-limits.ts'
import { type AuthParts, asAuthAdmin } from './auth-options.ts'
import type { SignedIn } from './require-user.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 72
let list: Promise<ReadonlySet<string>> | undefined
/** Seconds after a recovery in which a new password may be set without the old one. */
const RECOVERY_WINDOW = 900

/** Throws AuthError for an unacceptable password. No character-class rules: length and rarity count. */
export async function requireAcceptablePassword(password: string, email: string): Promise<void> {
  const characters = Array.from(password).length
  if (characters > MAX_CHARACTERS) {
    const message = `Password cannot be longer than ${MAX_CHARACTERS} characters`
    throw new AuthError(400, 'validation_failed', message)
  }
  if (characters < MIN_CHARACTERS) {
    const message = `Password should be at least ${MIN_CHARACTERS} characters.`
    throw new AuthError(422, 'weak_password', message, { weakPassword: ['length'] })
  }
  const folded = password.toLowerCase()
  if (folded === email.toLowerCase() || (await isCommonPassword(folded))) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    throw new AuthError(422, 'weak_password', message, { weakPassword: ['pwned'] })
  }
}

/** Common choices missing from the list: recent years, answers to character-class rules, and local words. */
const WORDS = `
  19841984 3.1415926 31415926 admin123! admin1234 admin12345 admin123456 admin@123 administrator1 adminpassword
  autumn123 autumn2023 autumn2024 autumn2025 autumn2026 banana123 barcelona1 baseball123 biteme123 canada123
  changeit changeme! changeme1 changeme123 changepassword cheese123 coffee123 company1 company123 computer123 demo1234
  eagles123 facebook1 falcon123 family123 father123 flower123 freedom123 friday123 golden123 guest123 hannah123
  heaven123 hello12345 iloveu123 internet123 jessica123 juventus1 lakers123 letmein! letmein12 linkedin linkedin1
  login123 loveme123 lovers123 manager123 minecraft1 monday123 mother123 office123 oldpassword orange123 p@ssw0rd
  p@ssw0rd! p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pass12345 pass123456 pass@123
  pass@1234 passport1 passw0rd! passw0rd123 password! password!! password#1 password-1 password1! password123!
  password12345 password123456 password2020 password2021 password2022 password2023 password2024 password2025
  password2026 password2027 password@123 password_1 princess123 purple123 qwerty1! qwerty123! rainbow123 redsox123
  root1234 secret1234 september1 server123 sesame123 silver123 spring123 spring2023 spring2024 spring2025 spring2026
  spring2027 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 summer2027
  sunshine123 supersecret system123 temppassword test12345 test123456 tester123 testpassword thepassword tidewright
  tidewright! tidewright1 tidewright123 tidewright2026 tigers123 tigger123 toor1234 trustme1 twitter1 user1234
  userpassword w12345678 welcome! welcome1! welcome12 welcome123! welcome1234 welcome2020 welcome2021 welcome2022
  welcome2023 welcome2024 welcome2025 welcome2026 welcome2027 welcome@123 wilmington wilmington1 winter123 winter2020
  winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 winter2027 wizard123 x12345678 yamaha123 yellow123
  yourpassword youtube123 z12345678 zxcvbnm,
`

/**
 * Whether a password, given in lower case, is a common first guess: the 17,950 most used of eight characters and
 * more, the words above, repetitions and sequences. Reads the list on first use, some 50 ms.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  return isRepetition(password) || isRun(password) || (await (list ??= readList())).has(password)
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const allowed = dictionary['passwords-common'].filter((password) => password.length >= 8)
  return new Set([...allowed, ...WORDS.trim().split(/\s+/)])
}

/** The list has few of these, because its authors match them by rule as well: aaaaaaaa, 12341234, abcabcabc. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/su.test(password)
}

/** 23456789, 09876543, hgfedcba: each character is one more, or each one less, than the one before. */
function isRun(password: string): boolean {
  return ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].some(
    (order) => order.includes(password) || order.includes(Array.from(password).toReversed().join('')),
  )
}

/** The caller with account and session as loaded. */
export interface Caller extends SignedIn {
  address: string
  now: Date
}

interface PasswordChange {
  password?: string | null
  current_password?: string | null
}

/** The hash of the caller's new password; null if the request has none. Throws AuthError. */
export async function hashNewPassword(
  auth: AuthParts,
  caller: Caller,
  { password, current_password: current }: PasswordChange,
): Promise<string | null> {
  if (typeof password !== 'string') return null
  const { user } = caller
  await requireAcceptablePassword(password, user.email)
  if (user.encrypted_password !== null && !isFreshRecovery(caller)) {
    await requireCurrentPassword(auth, caller, current ?? '')
  }
  if (await auth.passwords.verify(user.encrypted_password, password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return auth.passwords.hash(password)
}

/** A stolen session alone must not be enough to take over an account. */
async function requireCurrentPassword(
  auth: AuthParts,
  { user, address, now }: Caller,
  given: string,
): Promise<void> {
  if (given === '') {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const guess = await asAuthAdmin(auth, (tx) => consumeLoginAttempt(tx, { email: user.email, address }, now))
  if (guess.wait > 0) throw tooManyRequests(guess.wait)
  if (!(await auth.passwords.verify(user.encrypted_password, given))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not valid.')
  }
  await asAuthAdmin(auth, (tx) => refundLoginAttempt(tx, guess.key))
}

function isFreshRecovery({ session, now }: Caller): boolean {
  const oldest = now.getTime() / 1000 - RECOVERY_WINDOW
  return session.amr.some(({ method, timestamp }) => method === 'recovery' && timestamp >= oldest)
}
