import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const withoutSettings = parseConfig({})

test.each([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'NIGHTLY_BACKUP',
  'TRUSTED_PROXIES',
  'DRAIN_SECONDS',
  'METRICS_PORT',
  'JWT_SECRET',
  'ADMIN_EMAIL',
  'AI_PROVIDER',
  'TWILIO_FROM',
  'MISSED_CALL_TEXT',
  'GA_MEASUREMENT_ID',
  'LOG_LEVEL',
])('an empty %s counts as absent', (variable) => {
  expect(parseConfig({ [variable]: '' })).toEqual(withoutSettings)
  expect(parseConfig({ [variable]: '  ' })).toEqual(withoutSettings)
})

test.each([
  [{}, 'http://localhost:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ HOST: '192.0.2.7' }, 'http://192.0.2.7:3000'],
  [{ HOST: '2001:db8::7' }, 'http://[2001:db8::7]:3000'],
  [{ PUBLIC_SITE_URL: 'https://www.example.com/' }, 'https://www.example.com'],
])('with %j the site URL is %s', (env, siteUrl) => {
  expect(parseConfig(env).siteUrl).toBe(siteUrl)
})

test('GA_MEASUREMENT_ID is rejected unless it looks like one', () => {
  expect(parseConfig({ GA_MEASUREMENT_ID: 'G-ABC123DEF4' }).analyticsId).toBe('G-ABC123DEF4')
  expect(() => parseConfig({ GA_MEASUREMENT_ID: 'G-1;script-src *' })).toThrow('GA_MEASUREMENT_ID')
})

test('REVIEW_URL has to be an https address', () => {
  expect(parseConfig({}).reviewUrl).toBeNull()
  expect(parseConfig({ REVIEW_URL: 'https://g.page/r/x/review' }).reviewUrl).toBe('https://g.page/r/x/review')
  expect(() => parseConfig({ REVIEW_URL: 'javascript:alert(1)' })).toThrow('REVIEW_URL')
})

test('MEASURED_REPLY turns the measured reply time on; it is off by default', () => {
  expect(parseConfig({}).measuredReply).toBe(false)
  expect(parseConfig({ MEASURED_REPLY: 'on' }).measuredReply).toBe(true)
})

test('a ConfigError names every wrong setting', () => {
  const wrong = { PORT: 'many', JWT_SECRET: 'short', PHONE_PROVIDER: 'pigeon' }
  expect(() => parseConfig(wrong)).toThrow(ConfigError)
  expect(() => parseConfig(wrong)).toThrow(/PORT: .*\n.*JWT_SECRET: .*\n.*PHONE_PROVIDER: /)
})
