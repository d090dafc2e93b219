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
    ['$.ens.registry', ['ens', 'registry'], packed.ens.registry],
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
    expect(pathsWith(['chains', 0, 'multicall3'], mistyped(harbour.multicall3))).toEqual([
      '$.chains[0].multicall3',
    ])
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

describe('Permit2', () => {
  const elsewhere = harbour.gateways[0].replace(/.*/, toChecksumAddress(`0x${'a1'.repeat(20)}`))
  it('at an address of its own needs permit2IsOwn', () => {
    const path: Path = ['chains', 0, 'permit2']
    expect(pathsWith(path, elsewhere)).toEqual(['$.chains[0].permit2'])
    const own = withValue(withValue(packed, path, elsewhere), ['chains', 0, 'permit2IsOwn'], true)
    expect(deploymentFaults(own)).toEqual([])
  })

  it('is also accepted on chains that derive addresses differently', () => {
    expect(pathsWith(['chains', 0, 'permit2'], '0x0000000000225e31D15943971F47aD3022F714Fa')).toEqual([])
  })

  it('needs permit2IsOwn to be true', () => {
    expect(pathsWith(['chains', 0, 'permit2IsOwn'], false)).toEqual(['$.chains[0].permit2IsOwn'])
  })
})

describe.each(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])('the members of a %s', (kind) => {
  const at: Path = ['types', kind, 'BasicRequest']
  const members = packed.types[kind].BasicRequest
  const path = `$.types.${kind}`

  it('may not be missing', () => {
    expect(pathsWith(at, members.slice(1))).toEqual([path])
    expect(pathsWith(at, members.slice(0, -1))).toEqual([path])
  })

  it('may not be in another order', () => {
    expect(pathsWith(at, [members[1], members[0], ...members.slice(2)])).toEqual([path])
  })

  it('may not have another type or an addition', () => {
    expect(pathsWith(at, [{ ...members[0], type: 'uint128' }, ...members.slice(1)])).toEqual([path])
    expect(pathsWith(at, [...members, { name: 'extra', type: 'address' }])).toEqual([path])
  })
})

describe('the service', () => {
  it.each(['/api/v1', '/api/v1/', '/ferry/api/v1', '/api'])('has its base address without %s', (end) => {
    const at: Path = ['service', 'baseUrl']
    expect(pathsWith(at, `http://127.0.0.1:8787${end}`)).toEqual(['$.service.baseUrl'])
  })

  it.each(['sandbox', 'relay', 'frontend'])('of the kind %s may be on any host', (kind) => {
    const service = { baseUrl: 'https://swap.example', kind, requestsPerMinute: 20 }
    expect(deploymentFaults({ ...operator, service })).toEqual([])
  })
})

it('the gateway of ipfs:// logos is one of the logo hosts, the only ones that our pages may reach', () => {
  expect(faultsWith(['ipfsGateway'], 'ipfs.swap.example').map(({ path }) => path)).toEqual(['$.ipfsGateway'])
  expect(faultsWith(['ipfsGateway'], packed.logoHosts[0])).toEqual([])
})

describe('the pages that can use Ferry', () => {
  const wallet = '127.0.0.1'

  it.each(['swap.example', '*.swap.example', 'localhost'])('may be on %s', (host) => {
    expect(faultsWith(['pages'], [wallet, host])).toEqual([])
  })

  it('may be all', () => {
    expect(faultsWith(['pages'], 'all')).toEqual([])
  })

  it.each([
    ...['https://swap.example', 'swap.example/', 'swap.example/app/*', 'swap.example:8443', 'swap.*'],
    ...['Swap.example', '*', '<all_urls>', 'all pages'],
  ])('may not be on %s', (host) => {
    const [fault, ...others] = faultsWith(['pages'], [wallet, host])
    expect([fault?.path, others]).toEqual(['$.pages[1]', []])
    expect(fault?.expected).toMatch(/^host in lower case like app\.example\.org/)
  })

  it('may not be another word than all', () => {
    expect(faultsWith(['pages'], 'some').map(({ path }) => path)).toEqual(['$.pages'])
  })

  it('are at least one: with an empty list no page could use Ferry', () => {
    const [fault, ...others] = faultsWith(['pages'], [])
    expect([fault?.path, others]).toEqual(['$.pages', []])
    expect(fault?.expected).toContain('no page could use Ferry')
  })

  it.each([
    ['https://wallet.example/x', ['wallet.example']],
    ['https://wallet.example/x', ['*.wallet.example']],
    ['https://a.wallet.example:8443/x', ['*.wallet.example']],
    [null, ['swap.example']],
  ])('include the wallet page %s by %s', (walletPage, pages) => {
    expect(deploymentFaults({ ...packed, walletPage, pages })).toEqual([])
  })

  it.each([
    ['https://wallet.example/x', ['swap.example']],
    ['https://otherwallet.example/x', ['*.wallet.example']],
    ['http://127.0.0.1:8788/wallet', ['localhost']],
  ])('must not leave out the wallet page %s by %s', (walletPage, pages) => {
    expect(deploymentFaults({ ...packed, walletPage, pages }).map(({ path }) => path)).toEqual(['$.pages'])
  })
})

describe('the account of quotes without a wallet', () => {
  const faultsOf = (indicativeAddress: string) =>
    deploymentFaults({ ...packed, service: { ...packed.service, indicativeAddress } }).map(({ path }) => path)

  it.each([
    `0x${'0'.repeat(36)}dEaD`,
    `0xdead${'0'.repeat(36)}`,
    `0x${'0'.repeat(40)}`,
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  ])('does not burn tokens: %s', (address) => {
    expect(faultsOf(address)).toEqual(['$.service.indicativeAddress'])
  })

  it('may be any other, and is optional', () => {
    expect(faultsOf(packed.service.indicativeAddress)).toEqual([])
    const { indicativeAddress: _, ...service } = packed.service
    expect(deploymentFaults({ ...packed, service })).toEqual([])
  })
})

describe('a fee', () => {
  const fee = { feeBps: '5', feeTakerAddress: operator.chains[0].gateways[0] }
  const { affiliate, ...nameless } = operator.service
  const pathsOf = (service: object) =>
    deploymentFaults({ ...operator, fee, service }).map(({ path }: { path: string }) => path)

  it('of a frontend needs the affiliate id, under which the service lists its taker', () => {
    expect(pathsOf({ ...nameless, kind: 'frontend' })).toEqual(['$.service.affiliate'])
    expect(pathsOf({ ...nameless, kind: 'frontend', affiliate })).toEqual([])
    const text = faultText(
      'swap.json',
      deploymentFaults({ ...operator, fee, service: { ...nameless, kind: 'frontend' } }),
    )
    expect(text).toContain('lists fee takers per id')
  })

  it('behind a relay may leave the id to the relay', () => {
    expect(pathsOf({ ...nameless, kind: 'relay' })).toEqual([])
  })
})

describe('the wrapped native token', () => {
  const path = '$.chains[0].wrappedNative'
  const at: Path = ['chains', 0, 'wrappedNative']

  it.each([
    ["the coin's own sign", '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['Permit2', harbour.permit2],
    ['Multicall3', harbour.multicall3],
    ['a verified token with 6 decimals', harbour.verifiedTokens[0].address],
  ])('is not %s', (_what, address) => {
    expect(pathsWith(at, address)).toEqual([path])
  })

  it('needs a valid checksum, and is no contract that is paid', () => {
    expect(pathsWith(at, lower(harbour.wrappedNative))).toEqual([path])
    expect(pathsWith(['chains', 0, 'inboxes', 0], harbour.wrappedNative)).toContain('$.chains[0].inboxes[0]')
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

it('the ENS registry must be on a chain of the file that is read from two hosts', () => {
  expect(faultsWith(['ens', 'chainId'], 1)).toMatchObject([
    { path: '$.ens.chainId', expected: 'the id of one of chains' },
  ])
  expect(faultsWith(['chains', 0, 'rpcUrls'], [harbour.rpcUrls[0]])).toMatchObject([
    { path: '$.ens.chainId', expected: 'a chain with rpcUrls on two hosts' },
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
const hosts = pathsTo(packed, (text) => text.includes('127.0.0.1')).filter(
  ([first]) => first !== 'loopbackWallets',
)

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
