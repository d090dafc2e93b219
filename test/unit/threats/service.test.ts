import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../lib/base/json.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { listedChain } from '../../harness/listed-chain.ts'
import { withValue } from '../base/with-value.ts'
import { codeOf, cross, typedDataOf, withRoute, withWitness } from '../checks/changed-check.ts'
import { user } from '../checks/fixtures.ts'
import { pinnedTypes } from '../checks/pinned-types.ts'
import { createFakeService, jsonAnswer, serviceWith } from '../service/fake-service.ts'
import { problemOf } from '../service/problem-of.ts'
import { request, requestHash, signQuote } from '../service/quote-fixture.ts'

const attacker = `0x${'66'.repeat(20)}`
const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

/** The check of a route with this signed and this displayed minimum, promised amount and slippage. */
function priced(
  signed: bigint,
  shown: bigint,
  promised: bigint,
  slippagePercent: string,
  floorUnits: bigint,
) {
  const changed = withWitness(cross, { minOutputAmount: String(signed) })
  const witness = typedDataOf(changed).values.witness as { [name: string]: Json }
  const { output } = cross.route
  return codeOf({
    ...withRoute(changed, {
      requestHash: requestHashOf(pinnedTypes.SINGLE_OUTPUT_REQUEST, witness),
      output: { ...output, minAmountOut: String(shown), effectiveAmount: String(promised) },
    }),
    request: { ...cross.request, slippagePercent },
    floorUnits,
  })
}

const units = fc.bigInt({ min: 1n, max: 10n ** 30n })

describe('API2: a worse quote', () => {
  test('the signed minimum is the displayed one, at least the accepted one, and within the slippage of the promised amount', () => {
    fc.assert(
      fc.property(
        units,
        fc.integer({ min: 1, max: 5_000 }),
        fc.bigInt({ min: -3n, max: 3n }),
        fc.bigInt({ min: -2n, max: 2n }),
        fc.bigInt({ min: -2n, max: 2n }),
        (promised, hundredths, fromFloor, fromShown, fromAccepted) => {
          // 0.01 % to 50 %, as a person can set it. The cut is rounded down.
          const cut = (promised * BigInt(hundredths)) / 10_000n
          const shown = promised - cut + fromFloor
          const signed = shown + fromShown
          const accepted = shown + fromAccepted
          fc.pre(shown > 0n && signed > 0n && accepted >= 0n)
          const least = promised - cut - 1n - promised / 1_000_000_000n
          const isFair = fromShown === 0n && shown >= accepted && shown >= least
          const percent = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
          expect(priced(signed, shown, promised, percent, accepted)).toBe(isFair ? null : 'W-9')
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('API7: the hash of a request', () => {
  const other = withWitness(cross, { receiver: attacker })
  const witness = typedDataOf(other).values.witness as { [name: string]: Json }
  test.each<[string, string]>([
    ['made up', `0x${'99'.repeat(32)}`],
    ['of another witness', requestHashOf(pinnedTypes.SINGLE_OUTPUT_REQUEST, witness)],
    ['off by one', `${cross.route.requestHash.slice(0, -1)}${cross.route.requestHash.endsWith('0') ? 1 : 0}`],
  ])('that is %s is refused', (_what, hash) => {
    expect(codeOf(withRoute(cross, { requestHash: hash as `0x${string}` }))).toBe('X-3')
  })

  test('that belongs to an existing order is refused, in any case', () => {
    expect(codeOf({ ...cross, usedRequestHashes: new Set([cross.route.requestHash]) })).toBe('X-3')
    const upper = `0x${cross.route.requestHash.slice(2).toUpperCase()}` as const
    const usedRequestHashes = new Set([cross.route.requestHash])
    expect(codeOf({ ...withRoute(cross, { requestHash: upper }), usedRequestHashes })).toBe('X-3')
  })
})

/** Markup, scripts, addresses and direction marks in a thousand variants. */
const seeds = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '"><iframe src=javascript:alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202ereverse\u2066me',
  '<a href="https://evil.example">support</a>',
  '&lt;img src=x&gt;',
]
const wraps: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `USDC${text}`,
  (text) => `${text}\u0000`,
  (text) => `\u200b${text}`,
  (text) => text.replaceAll('<', '\u003c\u200d'),
  (text) => `${' '.repeat(40)}${text}`,
  (text) => text.repeat(400),
  (text) => `${text}\r\n${text}`,
  (text) => `\ufeff${text}\u2028`,
]
const corpus = seeds.flatMap((seed) =>
  wraps.flatMap((wrap) => Array.from({ length: 10 }, (_, index) => wrap(`${seed}${index || ''}`))),
)
const hidden = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u
/** Every text field of a quote that a screen displays. */
const shownPaths: readonly (readonly (string | number)[])[] = [
  ['input', 'token', 'symbol'],
  ['input', 'token', 'name'],
  ['autoRoute', 'output', 'token', 'symbol'],
  ['autoRoute', 'output', 'token', 'name'],
  ['autoRoute', 'routeDetails', 'name'],
]

describe('API11: texts of the service', () => {
  test(`are short and plain for each of ${corpus.length} inputs`, async () => {
    expect(corpus).toHaveLength(1_000)
    for (const text of corpus) {
      const sent = shownPaths.reduce<unknown>((quote, path) => withValue(quote, path, text), signQuote)
      const { result: raw } = await serviceWith(sent).client.quote(request, { priority: 'quote' })
      const result = decodeGrouped(raw, request)
      const shown = [
        result.input.token.symbol,
        result.input.token.name,
        result.autoRoute?.output.token.symbol,
        result.autoRoute?.output.token.name,
        result.autoRoute?.routeDetails.name,
      ]
      for (const words of shown) {
        if (words === undefined) throw new Error('a text was lost')
        expect(words).not.toMatch(hidden)
        expect([...words].length).toBeLessThanOrEqual(65)
      }
    }
  })

  test('name no picture except a web address', async () => {
    for (const logoURI of [
      'javascript:alert(1)',
      'data:text/html,<script>',
      'blob:x',
      'file:///etc/passwd',
    ]) {
      const named = withValue(signQuote, ['input', 'token', 'logoURI'], logoURI)
      const sent = withValue(named, ['input', 'token', 'icon'], logoURI)
      const { result } = await serviceWith(sent).client.quote(request, { priority: 'quote' })
      expect(decodeGrouped(result, request).input.token.logoURI).toBeNull()
    }
  })
})

describe('API12: links', () => {
  const explorers = [
    'javascript:alert(1)',
    'https://evil.example/#?',
    'data:text/html,x',
    'https://еvil.example',
  ]

  test('to explorers are refused unless the service names a plain https address', async () => {
    const [decoded] = (await serviceWith([listedChain(1, { explorers })]).client.chains()).result
    expect(decoded?.explorers).toEqual([])
    expect(JSON.stringify(decoded)).not.toMatch(/javascript|evil|еvil|data:/)
  })

  test.each([
    'javascript:alert(1)',
    'https://evil.example/#',
    '../../x',
    `0x${'1'.repeat(63)}g`,
    '0x',
    `0x${'1'.repeat(66)}`,
  ])('no transaction has the id %s', async (txHash) => {
    const record = {
      hash: requestHash,
      originData: { originChainId: 42161, txHash, userAddress: user, input: null },
      destinationData: { destinationChainId: 8453, txHash, receiverAddress: user, output: null },
      exchangeStatusCode: 4,
    }
    const looked = serviceWith([record]).client.status({ requestHash }, { priority: 'watchedStatus' })
    const text = await looked.then(JSON.stringify, (thrown) => String(thrown))
    expect(text).not.toContain(txHash === '0x' ? '"0x"' : txHash)
  })
})

describe('API14: messages of a failure', () => {
  const lure = 'Your funds are at risk: contact support at https://evil.example now '
  test('stay in the technical details, shortened and cleaned; no text of ours repeats them', async () => {
    const { client } = createFakeService(() =>
      jsonAnswer({ success: false, statusCode: 400, message: `\u202e${lure.repeat(20)}` }),
    )
    const { code, facts } = await problemOf(client.quote(request, { priority: 'quote' }))
    expect(code).toBe('serviceRefused')
    expect(facts.message?.length).toBeLessThanOrEqual(201)
    expect(facts.message).not.toMatch(hidden)
    const repeating = Object.values(texts).filter(({ message }) => /\{message\b|\{reason\b/.test(message))
    expect(repeating).toEqual([])
  })
})
