import { expect, test } from 'vitest'
import { checkPageMessage } from '../../../../lib/wallet/connectors/page-message.ts'
import { dataUrl, jpeg, png as makePng, svg } from '../../tokens/image-fixtures.ts'

const origin = 'https://wallet.example'
const png = dataUrl(makePng(96, 96))
const info = { uuid: 'u', rdns: 'org.fake', name: 'Fake', icon: png }
const ref = { connector: 'page', id: 'org.fake', name: 'Fake', origin, iconUrl: png } as const
const account = `0x${'aB'.repeat(20)}`

/** The answer `r` to a request. */
const asked = (outcome: object, call = 'request') => ({ kind: 'answer', call, id: 'r', outcome })
const result = (value: unknown) => ({ kind: 'result', result: value, wallet: ref })
const refusal = (error: object) => ({ kind: 'request', id: 'r', wallet: info, error })
const event = (part: object) => ({ kind: 'event', event: { wallet: ref, ...part } })
const reported = (name: string, value: unknown) => ({ kind: 'event', wallet: info, name, value })
const failed = (code: number | null) => asked({ kind: 'failure', failure: { code, message: 'no' } })

test.each([
  [{ kind: 'hello' }, { kind: 'hello' }],
  [{ kind: 'request', id: 'r', wallet: info, result: ['0x'] }, asked(result(['0x']))],
  [{ kind: 'read', id: 'r', wallet: info }, asked(result(null), 'read')],
  [refusal({ code: 4001, message: 'no' }), failed(4001)],
  [refusal({ code: -32603, inner: 4902, message: 'no' }), failed(4902)],
  [refusal({ code: { a: 1 }, message: 'no' }), failed(null)],
  [{ kind: 'request', id: 'r' }, asked({ kind: 'noWallet' })],
  [
    { kind: 'found', id: 'l', wallet: info },
    { kind: 'found', id: 'l', found: { wallet: ref, uuid: 'u' } },
  ],
  [
    { kind: 'found', id: 'l' },
    { kind: 'found', id: 'l', found: null },
  ],
  [reported('accountsChanged', [account]), event({ kind: 'accounts', accounts: [account.toLowerCase()] })],
  [reported('chainChanged', '0x7a69'), event({ kind: 'chain', chainId: 31_337 })],
  [reported('disconnect', null), event({ kind: 'disconnect' })],
])('accepts %j', (said, understood) => {
  expect(checkPageMessage(said, origin)).toEqual(understood)
})

test.each([
  [null],
  [{ kind: 'lost' }],
  [{ kind: 'hello', more: 1 }],
  [{ kind: 'answer', id: 'r', outcome: { kind: 'lost' } }],
  [{ kind: 'request', id: '' }],
  [{ kind: 'request', id: 'x'.repeat(201) }],
  [{ kind: 'request', id: 'r', wallet: info, more: 1 }],
  [refusal({ code: 1, message: 'x'.repeat(301) })],
  [refusal({ code: 1 })],
  [{ kind: 'request', id: 'r', wallet: { ...info, rdns: '' }, result: 1 }],
  [{ kind: 'request', id: 'r', wallet: { ...info, uuid: 'x'.repeat(129) }, result: 1 }],
  [{ kind: 'found' }],
  [reported('accountsChanged', ['0x1'])],
  [reported('accountsChanged', account)],
  [reported('chainChanged', '0x')],
  [reported('chainChanged', { chainId: 1 })],
  [reported('message', 1)],
])('drops %j', (said) => {
  expect(checkPageMessage(said, origin)).toBe(null)
})

/** The displayed wallet of an announcement; undefined where the announcement is dropped. */
function walletOf(part: Partial<typeof info>) {
  const message = checkPageMessage({ kind: 'found', id: 'l', wallet: { ...info, ...part } }, origin)
  return message?.kind === 'found' ? message.found?.wallet : undefined
}

test.each([
  ['Plain name', 'Plain name'],
  ['  spaced  ', 'spaced'],
  ['a\u202eb\u200bc\u0007d\ufeff', 'abcd'],
  ['a\u00adb\u180ec\u2065d\ufff9e\u{e0041}f', 'abcdef'],
  ['x'.repeat(40), 'x'.repeat(32)],
  ['😀'.repeat(40), '😀'.repeat(32)],
  ['\u200b', 'org.fake'],
])('the name %j is shown as %j', (name, shown) => {
  expect(walletOf({ name })?.name).toBe(shown)
})

test.each([
  [png, true],
  [dataUrl(jpeg(96, 96), 'image/jpeg'), true],
  [dataUrl(svg, 'image/svg+xml'), false],
  ['https://logo.example/a.png', false],
])('the icon %.40s is accepted: %s', (icon, isTaken) => {
  expect(walletOf({ icon })?.iconUrl != null).toBe(isTaken)
})
