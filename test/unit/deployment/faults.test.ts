import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toChecksumAddress } from '../../../lib/base/ethereum.ts'
import { deploymentFaults, faultText, sandboxFirefoxId } from '../../../lib/deployment/faults.ts'
import { withValue } from '../base/with-value.ts'
import { operatorFile } from './operator-file.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))
const [harbour] = packed.chains
const operator = operatorFile()
const lower = (address: string) => address.toLowerCase()

type Path = readonly (string | number)[]
const faultsWith = (path: Path, value: unknown) => deploymentFaults(withValue(packed, path, value))
const pathsWith = (path: Path, value: unknown) => faultsWith(path, value).map((fault) => fault.path)

/** The address with the case of its last letter changed. */
function mistyped(address: string): string {
  const at = address.search(/[a-fA-F](?=[^a-fA-F]*$)/)
  const letter = address.charAt(at)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return address.slice(0, at) + other + address.slice(at + 1)
}

/** The address with one mistyped digit. Its letters keep their case. */
const slipped = (address: string) =>
  `0x${address.slice(2).replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10))}`

it('the packed file has no faults', () => {
  expect(deploymentFaults(packed)).toEqual([])
  expect(deploymentFaults(packed, 'firefox')).toEqual([])
})

describe('an address that is approved or paid', () => {
  const paid: readonly (readonly [string, Path, string])[] = [
    ['$.chains[0].permit2', ['chains', 0, 'permit2'], harbour.permit2],
    ['$.chains[0].gateways[0]', ['chains', 0, 'gateways', 0], harbour.gateways[0]],
    ['$.chains[0].inboxes[0]', ['chains', 0, 'inboxes', 0], harbour.inboxes[0]],
    ['$.chains[0].manualTargets[0]', ['chains', 0, 'manualTargets', 0], harbour.manualTargets[0]],
    ['$.chains[0].manualSpenders[0]', ['chains', 0, 'manualSpenders', 0], harbour.manualSpenders[0]],
    ['$.chains[0].evidenceContracts[0]', ['chains', 0, 'evidenceContracts', 0], harbour.evidenceContracts[0]],
    ['$.names.universalResolver', ['names', 'universalResolver'], packed.names.universalResolver],
  ]

  it.each(paid)('%s needs a valid checksum', (path, at, address) => {
    for (const wrong of [mistyped(address), slipped(address), lower(address)]) {
      const [fault] = faultsWith(at, wrong)
      expect(fault).toMatchObject({ path, found: wrong })
      expect(fault?.expected).toContain(`${toChecksumAddress(wrong as `0x${string}`)} (EIP-55)`)
    }
  })

  it('of the fee taker needs one too', () => {
    const fee = { feeBps: '5', feeTakerAddress: lower(harbour.gateways[0]) }
    expect(pathsWith(['fee'], fee)).toEqual(['$.fee.feeTakerAddress'])
    expect(pathsWith(['fee'], { ...fee, feeTakerAddress: harbour.gateways[0] })).toEqual([])
  })

  it('of a token or a reader may be in lower case, but not in a wrong mixed case', () => {
    const token: Path = ['chains', 0, 'verifiedTokens', 0, 'address']
    const { address } = harbour.verifiedTokens[0]
    expect(pathsWith(token, lower(address))).toEqual([])
    expect(pathsWith(token, mistyped(address))).toEqual(['$.chains[0].verifiedTokens[0].address'])
    const at: Path = ['chains', 0, 'multicall3']
    expect(pathsWith(at, mistyped(harbour.multicall3))).toEqual(['$.chains[0].multicall3'])
  })
})

describe('a contract with a second role', () => {
  const token = harbour.verifiedTokens[0].address
  it.each([
    ['a token as gateway', 'gateways', token, 'a verified token'],
    ['a token as manual target', 'manualTargets', token, 'a verified token'],
    ['a token as inbox', 'inboxes', token, 'a verified token'],
    ['a token as manual spender', 'manualSpenders', token, 'a verified token'],
    ['the inbox as manual spender', 'manualSpenders', harbour.inboxes[0], 'an inbox'],
    ['Multicall3 as manual spender', 'manualSpenders', harbour.multicall3, 'Multicall3'],
    ['the inbox as gateway', 'gateways', harbour.inboxes[0], 'an inbox'],
    ['a manual target as gateway', 'gateways', harbour.manualTargets[0], 'a manual target'],
    ['the inbox as manual target', 'manualTargets', harbour.inboxes[0], 'an inbox'],
    ['Multicall3 as manual target', 'manualTargets', harbour.multicall3, 'Multicall3'],
    ['Multicall3 as inbox', 'inboxes', harbour.multicall3, 'Multicall3'],
    ['a token as evidence', 'evidenceContracts', token, 'a verified token'],
    ['Permit2 as evidence', 'evidenceContracts', harbour.permit2, 'Permit2'],
    ['Multicall3 as evidence', 'evidenceContracts', harbour.multicall3, 'Multicall3'],
    ['a gateway as evidence', 'evidenceContracts', harbour.gateways[0], 'a gateway'],
    ['an inbox as evidence', 'evidenceContracts', harbour.inboxes[0], 'an inbox'],
    ['a manual target as evidence', 'evidenceContracts', harbour.manualTargets[0], 'a manual target'],
    ['a gateway in use as a retired one', 'retiredGateways', harbour.gateways[0], 'a gateway'],
    ['an inbox in use as a retired one', 'retiredInboxes', harbour.inboxes[0], 'an inbox'],
    ['a gateway in use as a retired inbox', 'retiredInboxes', harbour.gateways[0], 'a gateway'],
    ['an inbox in use as a retired gateway', 'retiredGateways', harbour.inboxes[0], 'an inbox'],
    ['a manual target as a retired gateway', 'retiredGateways', harbour.manualTargets[0], 'a manual target'],
    ['evidence as retired gateway', 'retiredGateways', harbour.evidenceContracts[0], 'an evidence contract'],
    ['a token as a retired inbox', 'retiredInboxes', token, 'a verified token'],
    ['Permit2 as a retired inbox', 'retiredInboxes', harbour.permit2, 'Permit2'],
  ])('%s is refused', (_name, place, address, what) => {
    const faults = faultsWith(['chains', 0, place], [address])
    expect(faults.map(({ path }) => path)).toContain(`$.chains[0].${place}[0]`)
    expect(faultText('swap.json', faults)).toContain(`found ${address}, which is ${what}`)
  })
})

const elsewhere = toChecksumAddress(`0x${'a1'.repeat(20)}`)
const { indicativeAddress: _, ...withoutIndicative } = packed.service
const nativeSign = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

describe.each<[string, Path, readonly unknown[], readonly unknown[]]>([
  ['Permit2', ['chains', 0, 'permit2'], [elsewhere], ['0x0000000000225e31D15943971F47aD3022F714Fa']],
  ['the sign of an own Permit2', ['chains', 0, 'permit2IsOwn'], [false], []],
  [
    'the base address of the service',
    ['service', 'baseUrl'],
    ['/api/v1', '/api/v1/', '/ferry/api/v1', '/api'].map((end) => `http://127.0.0.1:8787${end}`),
    ['http://127.0.0.1:8787'],
  ],
  // Our pages may reach only the hosts of logos.
  ['the gateway of ipfs:// logos', ['ipfsGateway'], ['ipfs.swap.example'], [packed.logoHosts[0]]],
  [
    'the account of quotes without a wallet',
    ['service', 'indicativeAddress'],
    // Tokens sent to these are burnt.
    [`0x${'0'.repeat(36)}dEaD`, `0xdead${'0'.repeat(36)}`, `0x${'0'.repeat(40)}`, nativeSign],
    [packed.service.indicativeAddress],
  ],
  ['the service, without that account,', ['service'], [], [withoutIndicative]],
  [
    'the wrapped native token',
    ['chains', 0, 'wrappedNative'],
    // The last one is a verified token with 6 decimals.
    [nativeSign, harbour.permit2, harbour.multicall3, lower(harbour.wrappedNative)].concat(
      harbour.verifiedTokens[0].address,
    ),
    [harbour.wrappedNative],
  ],
  [
    'the pages that can use Ferry',
    ['pages'],
    // With an empty list no page could use Ferry.
    ['some', []],
    ['all', ...['swap.example', '*.swap.example', 'localhost'].map((host) => ['127.0.0.1', host])],
  ],
])('%s', (_name, at, wrong, right) => {
  it('is refused with its path, or accepted', () => {
    for (const value of wrong) expect([value, pathsWith(at, value)]).toEqual([value, [textOf(at)]])
    for (const value of right) expect([value, pathsWith(at, value)]).toEqual([value, []])
  })
})

it('Permit2 at an address of its own needs permit2IsOwn', () => {
  const chain = { ...harbour, permit2: elsewhere, permit2IsOwn: true }
  const own = withValue(packed, ['chains', 0], chain)
  expect(deploymentFaults(own)).toEqual([])
})

it('the wrapped native token is no contract that is paid', () => {
  expect(pathsWith(['chains', 0, 'inboxes', 0], harbour.wrappedNative)).toContain('$.chains[0].inboxes[0]')
})

it.each(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])(
  'the members of a %s are exactly these, in order',
  (kind) => {
    const members = packed.types[kind].BasicRequest
    for (const wrong of [
      members.slice(1),
      members.slice(0, -1),
      [members[1], members[0], ...members.slice(2)],
      [{ ...members[0], type: 'uint128' }, ...members.slice(1)],
      [...members, { name: 'extra', type: 'address' }],
    ]) {
      expect(pathsWith(['types', kind, 'BasicRequest'], wrong)).toEqual([`$.types.${kind}`])
    }
    const permit = packed.types[kind].PermitWitnessTransferFrom
    for (const [path, wrong] of [
      [[], {}],
      [['PermitWitnessTransferFrom'], [permit[1], permit[0], ...permit.slice(2)]],
      [['Unused'], members],
      [['BasicRequest'], []],
      [['BasicRequest', 0, 'type'], 'Missing'],
      [['TokenPermissions', 1, 'name'], 'token'],
    ] as const) {
      expect(pathsWith(['types', kind, ...path], wrong)).toEqual([`$.types.${kind}`])
    }
  },
)

it.each(['sandbox', 'relay', 'frontend'])('a service of the kind %s may be on any host', (kind) => {
  const service = { baseUrl: 'https://swap.example', kind, requestsPerMinute: 20 }
  expect(deploymentFaults({ ...operator, service })).toEqual([])
})

describe('the pages that can use Ferry', () => {
  it.each([
    ...['https://swap.example', 'swap.example/', 'swap.example/app/*', 'swap.example:8443', 'swap.*'],
    ...['Swap.example', '*', '<all_urls>', 'all pages'],
  ])('may not be on %s', (host) => {
    const [fault, ...others] = faultsWith(['pages'], ['127.0.0.1', host])
    expect([fault?.path, others]).toEqual(['$.pages[1]', []])
    expect(fault?.expected).toMatch(/^host in lower case like app\.example\.org/)
  })

  it('are at least one', () => {
    expect(faultsWith(['pages'], [])[0]?.expected).toContain('no page could use Ferry')
  })

  it.each<[string | null, string, readonly string[]]>([
    ['https://wallet.example/x', 'wallet.example', []],
    ['https://wallet.example/x', '*.wallet.example', []],
    ['https://a.wallet.example:8443/x', '*.wallet.example', []],
    [null, 'swap.example', []],
    ['https://wallet.example/x', 'swap.example', ['$.pages']],
    ['https://otherwallet.example/x', '*.wallet.example', ['$.pages']],
    ['http://127.0.0.1:8788/wallet', 'localhost', ['$.pages']],
  ])('include the wallet page %s by %s: faults in %j', (walletPage, host, paths) => {
    expect(deploymentFaults({ ...packed, walletPage, pages: [host] }).map(({ path }) => path)).toEqual(paths)
  })
})

describe('a fee', () => {
  const fee = { feeBps: '5', feeTakerAddress: operator.chains[0].gateways[0] }
  const { affiliate, ...nameless } = operator.service
  const faultsOf = (service: object) => deploymentFaults({ ...operator, fee, service })

  it('of a frontend needs the affiliate id, under which the service lists its taker', () => {
    const faults = faultsOf({ ...nameless, kind: 'frontend' })
    expect(faults.map(({ path }) => path)).toEqual(['$.service.affiliate'])
    expect(faultText('swap.json', faults)).toContain('lists fee takers per id')
    expect(faultsOf({ ...nameless, kind: 'frontend', affiliate })).toEqual([])
  })

  it('behind a relay may leave the id to the relay', () => {
    expect(faultsOf({ ...nameless, kind: 'relay' })).toEqual([])
  })
})

it('a file that pins no contract is refused', () => {
  const none = { gateways: [], inboxes: [], manualTargets: [] }
  const bare = packed.chains.map((chain: object) => ({ ...chain, ...none }))
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
] as const)('%s has no invisible character', (path, at) => {
  for (const text of ['US\u202eDC', 'USDC\u200b', ' USDC', '\u2066USDC']) {
    expect(pathsWith(at, text)).toEqual([path])
  }
  const text = faultText('swap.json', faultsWith(at, 'US\u202eDC'))
  expect(text).toContain('found US\\u{202e}DC')
})

it.each(['relay', 'sandbox'])(
  'a package for Firefox of another deployment, a %s, needs its own id',
  (kind) => {
    const other = { ...operator, service: { ...operator.service, kind } }
    expect(deploymentFaults(other)).toEqual([])
    expect(deploymentFaults(other, 'chrome')).toEqual([])
    expect(deploymentFaults(other, 'firefox').map(({ path }) => path)).toEqual(['$.firefoxId'])
    const borrowed = { ...other, firefoxId: 'ferry@ferry.example' }
    expect(deploymentFaults(borrowed, 'firefox').map(({ path }) => path)).toEqual(['$.firefoxId'])
    expect(deploymentFaults({ ...other, firefoxId: 'ferry@swap.example' }, 'firefox')).toEqual([])
  },
)

describe('all faults are reported together', () => {
  it('each with its path, the value found and the expected one', () => {
    const bad = withValue(
      withValue(withValue(packed, ['service', 'baseUrl'], 'http://swap.example'), ['extra'], 1),
      ['chains', 1, 'gateways', 0],
      lower(harbour.gateways[0]),
    )
    const lines = faultText('swap.json', deploymentFaults(bad)).split('\n')
    expect(lines).toHaveLength(3)
    const found = (what: string) => lines.find((line) => line.startsWith(`swap.json: ${what}: expected `))
    expect(found('$.service.baseUrl')).toContain(
      'https URL, or http on loopback, found "http://swap.example"',
    )
    expect(found('$.extra')).toBeDefined()
    expect(found('$.chains[1].gateways[0]')).toContain(harbour.gateways[0])
  })

  it('and a value resembling a secret is not repeated', () => {
    const key = 'sk_live_0123456789abcdefghij'
    const text = faultText(
      'swap.json',
      deploymentFaults({ ...packed, supportUrl: `https://a.example/${key}` }),
    )
    expect(text).toContain('$.supportUrl')
    expect(text).not.toContain(key)
  })

  it.each([null, 1, 'x', [], {}, { chains: 1 }, { chains: [null, 1] }, { types: { SWAP_REQUEST: 1 } }])(
    'of %j, which is no deployment file',
    (input) => {
      expect(deploymentFaults(input).length).toBeGreaterThan(0)
    },
  )
})

it('found values are reported up to 120 characters', () => {
  const line = (found: string) => faultText('swap.json', [{ path: '$.fee', expected: 'a fee', found }])
  expect(line('x'.repeat(120))).toBe(`swap.json: $.fee: expected a fee, found ${'x'.repeat(120)}`)
  expect(line('x'.repeat(121))).toBe(`swap.json: $.fee: expected a fee, found ${'x'.repeat(120)}...`)
})

it('the resolver of names must be on a chain of the file that is read from two hosts', () => {
  expect(faultsWith(['names', 'chainId'], 1)).toMatchObject([
    { path: '$.names.chainId', expected: 'the id of one of chains' },
  ])
  expect(faultsWith(['chains', 0, 'rpcUrls'], [harbour.rpcUrls[0]])).toMatchObject([
    { path: '$.names.chainId', expected: 'a chain with rpcUrls on two hosts' },
  ])
})

const pathsOf = (file: unknown) => deploymentFaults(file).map(({ path }) => path)

/** All paths of matching texts in a file. */
function pathsTo(value: unknown, matches: (text: string) => boolean, at: Path = []): readonly Path[] {
  if (typeof value === 'string') return matches(value) ? [at] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    pathsTo(one, matches, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}
const textOf = (path: Path) =>
  path.reduce((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), '$')
const valueAt = (file: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as { [key: string]: unknown })[key], file)

const canonical = [packed.chains[0].permit2, packed.chains[0].multicall3]
const sandboxContracts = pathsTo(
  packed,
  (text) => /^0x[0-9a-fA-F]{40}$/.test(text) && !canonical.includes(text),
)
const local = pathsTo(packed, (text) => text.includes('127.0.0.1'))
const hosts = local.filter(([first]) => first !== 'loopbackWallets')

describe.each(['frontend', 'relay'])('a file of the kind %s', (kind) => {
  const file = withValue(operator, ['service', 'kind'], kind)

  it("has no faults with the operator's own hosts, contracts and names", () => {
    expect(pathsOf(file)).toEqual([])
    expect(operator.loopbackWallets).toEqual(['ws://127.0.0.1:1248'])
  })

  it('may not name a contract of the sandbox anywhere', () => {
    expect(sandboxContracts.length).toBeGreaterThan(30)
    for (const path of sandboxContracts) {
      expect(pathsOf(withValue(file, path, valueAt(packed, path)))).toContain(textOf(path))
    }
  })

  it('may not name a host of the sandbox', () => {
    expect(hosts.length).toBeGreaterThan(8)
    for (const path of hosts) {
      expect(pathsOf(withValue(file, path, valueAt(packed, path)))).toContain(textOf(path))
    }
  })

  it.each([
    ['$.walletPage', ['walletPage'], 'http://localhost:3000/wallet'],
    ['$.supportUrl', ['supportUrl'], 'https://[::1]/support'],
    ['$.name', ['name'], packed.name],
    ['$.service.affiliate', ['service', 'affiliate'], packed.service.affiliate],
    ['$.firefoxId', ['firefoxId'], sandboxFirefoxId],
  ] as const)('may not have the leftover %s', (path, at, value) => {
    expect(pathsOf(withValue(file, at, value))).toContain(path)
  })
})

describe('addresses that a published private key controls', () => {
  const file = (address: string) => ({ ...operator, fee: { feeBps: '5', feeTakerAddress: address } })
  const frontend = (address: string) =>
    withValue(file(address), ['service'], { ...operator.service, kind: 'frontend' })

  // `cast compute-address --nonce N 0xf39F…2266` and `0xa0Ee…9720` give the same addresses.
  it.each([
    ['its first account', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['its tenth account', '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'],
    ['the first contract of the first account', '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
    ['the second contract of the first account', '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'],
  ])('are no fee takers: %s', (_what, address) => {
    expect(pathsOf(frontend(address))).toEqual(['$.fee.feeTakerAddress'])
    expect(pathsOf(withValue(frontend(address), ['service', 'kind'], 'sandbox'))).toEqual([])
  })
})
