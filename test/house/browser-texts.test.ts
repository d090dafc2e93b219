import { describe, expect, test } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { browserRules, namedPlaceholder } from './browser-texts.ts'

const texts: readonly (readonly [string, { readonly message: string }])[] = Object.entries(messages)

describe('the texts as a browser reads them', () => {
  test.each(Object.entries(browserRules))('%s changes none', (_, read) => {
    expect(texts.filter(([, { message }]) => read(message) !== message)).toEqual([])
    expect(texts.length).toBeGreaterThan(500)
  })

  test('have no placeholder of the browser’s, and no sign it could take for one', () => {
    expect(
      texts.filter(([, { message }]) => namedPlaceholder.test(message) || message.includes('$')),
    ).toEqual([])
    expect(texts.filter(([, text]) => 'placeholders' in text)).toEqual([])
  })

  test('would lose a fact behind a dollar sign', () => {
    expect(browserRules.chrome(['about $', '{dollars|unknown}.'].join(''))).toBe('about dollars|unknown}.')
    expect(browserRules.chrome('under $$0.01')).toBe('under $0.01')
    expect(browserRules.firefox('under $$0.01, $1')).toBe('under $0.01, ')
  })
})
