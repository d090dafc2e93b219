import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checksummed } from '../../../lib/base/ethereum.ts'
import { faultText } from '../../../lib/deployment/deployment.ts'
import { deploymentFaults } from '../../../lib/deployment/deployment-faults.ts'
import { withValue } from '../base/with-value.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))
const [harbour] = packed.chains
const lower = (address: string) => address.toLowerCase()

type Path = readonly (string | number)[]
const faultsWith = (path: Path, value: unknown) => deploymentFaults(withValue(packed, path, value))
const pathsWith = (path: Path, value: unknown) => faultsWith(path, value).map((fault) => fault.path)

/** The last letter of an address in the other case. */
function mistyped(address: string): string {
  const at = address.search(/[a-fA-F](?=[^a-fA-F]*$)/)
  const letter = address.charAt(at)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return address.slice(0, at) + other + address.slice(at + 1)
}

/** Another address that one slip of the hand away is; its capitals stay. */
const slipped = (address: string) =>
  `0x${address.slice(2).replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10))}`

describe('the packed file', () => {
  it('has nothing wrong', () => {
    expect(deploymentFaults(packed)).toEqual([])
    expect(deploymentFaults(packed, 'firefox')).toEqual([])
  })
})

describe('an address that is approved or paid', () => {
  const paid: readonly (readonly [string, Path, string])[] = [
    ['$.chains[0].permit2', ['chains', 0, 'permit2'], harbour.permit2],
    ['$.chains[0].gateways[0]', ['chains', 0, 'gateways', 0], harbour.gateways[0]],
    ['$.chains[0].inboxes[0]', ['chains', 0, 'inboxes', 0], harbour.inboxes[0]],
    ['$.chains[0].manualTargets[0]', ['chains', 0, 'manualTargets', 0], harbour.manualTargets[0]],
  ]

  it.each(paid)('%s proves itself by its checksum', (path, at, address) => {
    for (const wrong of [mistyped(address), slipped(address), lower(address)]) {
      const [fault] = faultsWith(at, wrong)
      expect(fault).toMatchObject({ path, found: wrong })
      expect(fault?.expected).toContain(`${checksummed(wrong as `0x${string}`)} (EIP-55)`)
    }
  })

  it('that takes the fee does so too', () => {
    const fee = { feeBps: '5', feeTakerAddress: lower(harbour.gateways[0]) }
    expect(pathsWith(['fee'], fee)).toEqual(['$.fee.feeTakerAddress'])
    expect(pathsWith(['fee'], { ...fee, feeTakerAddress: harbour.gateways[0] })).toEqual([])
  })

  it('of a token or a reader may be in lower case, and not in a wrong mixture', () => {
    const token: Path = ['chains', 0, 'verifiedTokens', 0, 'address']
    const { address } = harbour.verifiedTokens[0]
    expect(pathsWith(token, lower(address))).toEqual([])
    expect(pathsWith(token, mistyped(address))).toEqual(['$.chains[0].verifiedTokens[0].address'])
    expect(pathsWith(['chains', 0, 'multicall3'], mistyped(harbour.multicall3))).toEqual([
      '$.chains[0].multicall3',
    ])
  })
})

describe('a contract that is another one', () => {
  const token = harbour.verifiedTokens[0].address
  it.each([
    ['a token as gateway', 'gateways', token, 'a verified token'],
    ['a token as manual target', 'manualTargets', token, 'a verified token'],
    ['a token as inbox', 'inboxes', token, 'a verified token'],
    ['the inbox as gateway', 'gateways', harbour.inboxes[0], 'an inbox'],
    ['the inbox as manual target', 'manualTargets', harbour.inboxes[0], 'an inbox'],
    ['Multicall3 as manual target', 'manualTargets', harbour.multicall3, 'Multicall3'],
    ['Multicall3 as inbox', 'inboxes', harbour.multicall3, 'Multicall3'],
  ])('%s is refused', (_name, place, address, what) => {
    const faults = faultsWith(['chains', 0, place], [address])
    expect(faults.map(({ path }) => path)).toContain(`$.chains[0].${place}[0]`)
    expect(faultText('swap.json', faults)).toContain(`found ${address}, which is ${what}`)
  })
})

describe('Permit2', () => {
  const elsewhere = harbour.gateways[0].replace(/.*/, checksummed(`0x${'a1'.repeat(20)}`))
  it('at an address of its own needs a word', () => {
    const path: Path = ['chains', 0, 'permit2']
    expect(pathsWith(path, elsewhere)).toEqual(['$.chains[0].permit2'])
    const own = withValue(withValue(packed, path, elsewhere), ['chains', 0, 'permit2IsOwn'], true)
    expect(deploymentFaults(own)).toEqual([])
  })

  it('is known where addresses come about in another way', () => {
    expect(pathsWith(['chains', 0, 'permit2'], '0x0000000000225e31D15943971F47aD3022F714Fa')).toEqual([])
  })

  it('is its own by true alone', () => {
    expect(pathsWith(['chains', 0, 'permit2IsOwn'], false)).toEqual(['$.chains[0].permit2IsOwn'])
  })
})

describe.each(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])('the members of a %s', (kind) => {
  const at: Path = ['types', kind, 'BasicRequest']
  const members = packed.types[kind].BasicRequest
  const path = `$.types.${kind}`

  it('may not be dropped', () => {
    expect(pathsWith(at, members.slice(1))).toEqual([path])
    expect(pathsWith(at, members.slice(0, -1))).toEqual([path])
  })

  it('may not be moved', () => {
    expect(pathsWith(at, [members[1], members[0], ...members.slice(2)])).toEqual([path])
  })

  it('may not be of another type, nor more', () => {
    expect(pathsWith(at, [{ ...members[0], type: 'uint128' }, ...members.slice(1)])).toEqual([path])
    expect(pathsWith(at, [...members, { name: 'extra', type: 'address' }])).toEqual([path])
  })
})

describe('the service', () => {
  it.each(['/api/v1', '/api/v1/', '/ferry/api/v1', '/api'])('is named without %s', (end) => {
    const at: Path = ['service', 'baseUrl']
    expect(pathsWith(at, `http://127.0.0.1:8787${end}`)).toEqual(['$.service.baseUrl'])
  })

  it('of the sandbox is on this machine', () => {
    expect(pathsWith(['service', 'baseUrl'], 'https://swap.example')).toEqual(['$.service.kind'])
    const relay = { baseUrl: 'https://swap.example', kind: 'relay', requestsPerMinute: 100 }
    expect(pathsWith(['service'], relay)).toEqual([])
  })
})

it('a file that pins no contract is refused', () => {
  const bare = packed.chains.map((chain: object) => ({
    ...chain,
    gateways: [],
    inboxes: [],
    manualTargets: [],
  }))
  expect(pathsWith(['chains'], bare)).toEqual(['$.chains'])
  expect(pathsWith(['chains', 1], bare[1])).toEqual([])
})

it.each([
  ['$.name', ['name']],
  ['$.chains[0].name', ['chains', 0, 'name']],
  ['$.chains[0].currency.symbol', ['chains', 0, 'currency', 'symbol']],
  ['$.chains[0].verifiedTokens[0].symbol', ['chains', 0, 'verifiedTokens', 0, 'symbol']],
  ['$.chains[0].verifiedTokens[0].name', ['chains', 0, 'verifiedTokens', 0, 'name']],
  ['$.walletExtensions[0].name', ['walletExtensions', 0, 'name']],
] as const)('%s has no character that is not seen', (path, at) => {
  for (const text of ['US\u202eDC', 'USDC\u200b', ' USDC', '\u2066USDC']) {
    expect(pathsWith(at, text)).toEqual([path])
  }
  const text = faultText('swap.json', faultsWith(at, 'US\u202eDC'))
  expect(text).toContain('found US\\u{202e}DC')
})

describe('a package for Firefox', () => {
  const relay = { baseUrl: 'https://swap.example', kind: 'relay', requestsPerMinute: 100 }
  const other = { ...packed, service: relay }

  it('of another deployment has an id of its own', () => {
    expect(deploymentFaults(other)).toEqual([])
    expect(deploymentFaults(other, 'chrome')).toEqual([])
    expect(deploymentFaults(other, 'firefox').map(({ path }) => path)).toEqual(['$.firefoxId'])
    const borrowed = { ...other, firefoxId: 'ferry@ferry.example' }
    expect(deploymentFaults(borrowed, 'firefox').map(({ path }) => path)).toEqual(['$.firefoxId'])
    expect(deploymentFaults({ ...other, firefoxId: 'ferry@swap.example' }, 'firefox')).toEqual([])
  })
})

describe('all faults are said at once', () => {
  it('each with its path, what was found and what belongs there', () => {
    const bad = withValue(
      withValue(withValue(packed, ['service', 'baseUrl'], 'http://swap.example'), ['extra'], 1),
      ['chains', 1, 'gateways', 0],
      lower(harbour.gateways[0]),
    )
    const lines = faultText('swap.json', deploymentFaults(bad)).split('\n')
    expect(lines).toHaveLength(4)
    const found = (what: string) => lines.find((line) => line.startsWith(`swap.json: ${what}: expected `))
    expect(found('$.service.baseUrl')).toContain(
      'https URL, or http on loopback, found "http://swap.example"',
    )
    expect(found('$.service.kind')).toContain('found sandbox')
    expect(found('$.extra')).toBeDefined()
    expect(found('$.chains[1].gateways[0]')).toContain(harbour.gateways[0])
  })

  it('and what looks like a secret is not repeated', () => {
    const key = 'sk_live_0123456789abcdefghij'
    const text = faultText(
      'swap.json',
      deploymentFaults({ ...packed, supportUrl: `https://a.example/${key}` }),
    )
    expect(text).toContain('$.supportUrl')
    expect(text).not.toContain(key)
  })

  it.each([null, 1, 'x', [], {}, { chains: 1 }, { chains: [null, 1] }, { types: { SWAP_REQUEST: 1 } }])(
    'of %j, which is no such file at all',
    (input) => {
      expect(deploymentFaults(input).length).toBeGreaterThan(0)
    },
  )
})

it('what was found is told up to 120 characters', () => {
  const line = (found: string) => faultText('swap.json', [{ path: '$.fee', expected: 'a fee', found }])
  expect(line('x'.repeat(120))).toBe(`swap.json: $.fee: expected a fee, found ${'x'.repeat(120)}`)
  expect(line('x'.repeat(121))).toBe(`swap.json: $.fee: expected a fee, found ${'x'.repeat(120)}...`)
})
