import { expect, test } from 'vitest'
import { checkPageMessage } from '../../../../lib/wallet/connectors/page-message.ts'
import { dataUrl, html, jpeg, png as makePng, svg, webpLossless } from '../../tokens/image-fixtures.ts'

const origin = 'https://wallet.example'
const png = dataUrl(makePng(96, 96))
const info = { uuid: 'u', rdns: 'org.fake', name: 'Fake', icon: png }
const ref = { connector: 'page', id: 'org.fake', name: 'Fake', origin, iconUrl: png } as const
const account = `0x${'aB'.repeat(20)}`

/** The answer `r` to a request. */
const asked = (outcome: object) => ({ kind: 'answer', call: 'request', id: 'r', outcome })
const failed = (code: number | null) => asked({ kind: 'failure', failure: { code, message: 'no' } })

test.each([
  [{ kind: 'hello' }, { kind: 'hello' }],
  [
    { kind: 'request', id: 'r', wallet: info, result: ['0x'] },
    asked({ kind: 'result', result: ['0x'], wallet: ref }),
  ],
  [
    { kind: 'read', id: 'r', wallet: info },
    { kind: 'answer', call: 'read', id: 'r', outcome: { kind: 'result', result: null, wallet: ref } },
  ],
  [{ kind: 'request', id: 'r', wallet: info, error: { code: 4001, message: 'no' } }, failed(4001)],
  [
    { kind: 'request', id: 'r', wallet: info, error: { code: -32603, inner: 4902, message: 'no' } },
    failed(4902),
  ],
  [{ kind: 'request', id: 'r', wallet: info, error: { code: { a: 1 }, message: 'no' } }, failed(null)],
  [{ kind: 'request', id: 'r' }, asked({ kind: 'noWallet' })],
  [
    { kind: 'found', id: 'l', wallet: info },
    { kind: 'found', id: 'l', found: { wallet: ref, uuid: 'u' } },
  ],
  [
    { kind: 'found', id: 'l' },
    { kind: 'found', id: 'l', found: null },
  ],
  [
    { kind: 'event', wallet: info, name: 'accountsChanged', value: [account] },
    { kind: 'event', event: { kind: 'accounts', wallet: ref, accounts: [account.toLowerCase()] } },
  ],
  [
    { kind: 'event', wallet: info, name: 'chainChanged', value: '0x7a69' },
    { kind: 'event', event: { kind: 'chain', wallet: ref, chainId: 31_337 } },
  ],
  [
    { kind: 'event', wallet: info, name: 'disconnect', value: null },
    { kind: 'event', event: { kind: 'disconnect', wallet: ref } },
  ],
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
  [{ kind: 'request', id: 'r', wallet: info, error: { code: 1, message: 'x'.repeat(301) } }],
  [{ kind: 'request', id: 'r', wallet: info, error: { code: 1 } }],
  [{ kind: 'request', id: 'r', wallet: { ...info, rdns: '' }, result: 1 }],
  [{ kind: 'request', id: 'r', wallet: { ...info, uuid: 'x'.repeat(129) }, result: 1 }],
  [{ kind: 'found' }],
  [{ kind: 'event', wallet: info, name: 'accountsChanged', value: ['0x1'] }],
  [{ kind: 'event', wallet: info, name: 'accountsChanged', value: account }],
  [{ kind: 'event', wallet: info, name: 'chainChanged', value: '0x' }],
  [{ kind: 'event', wallet: info, name: 'chainChanged', value: { chainId: 1 } }],
  [{ kind: 'event', wallet: info, name: 'message', value: 1 }],
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
  [dataUrl(webpLossless(96, 96), 'image/webp'), true],
  [dataUrl(jpeg(96, 96), 'image/jpeg'), true],
  [dataUrl(makePng(96, 129)), false],
  [dataUrl(svg, 'image/svg+xml'), false],
  [dataUrl(svg), false],
  [dataUrl(html, 'text/html'), false],
  ['data:image/png;base64,AAAA', false],
  ['data:image/png,AAAA', false],
  ['https://logo.example/a.png', false],
  [`data:image/png;base64,${'A'.repeat(90_000)}`, false],
  ['', false],
])('the icon %.40s is accepted: %s', (icon, isTaken) => {
  expect(walletOf({ icon })?.iconUrl != null).toBe(isTaken)
})
