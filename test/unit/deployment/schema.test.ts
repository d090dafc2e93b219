import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/base/json.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { deploymentFaults } from '../../../lib/deployment/faults.ts'
import { decodeDeployment, servicePath } from '../../../lib/deployment/schema.ts'
import { withValue } from '../base/with-value.ts'
import { operatorFile } from './operator-file.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`

const permit = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Request' },
]
const types = {
  PermitWitnessTransferFrom: permit,
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  Request: [{ name: 'basicReq', type: 'BasicRequest' }],
  BasicRequest: [{ name: 'sender', type: 'address' }],
}

const good: JsonObject = {
  schema: 1,
  name: 'Local sandbox',
  service: { baseUrl: 'http://127.0.0.1:8787', kind: 'sandbox', requestsPerMinute: 100 },
  walletPage: 'http://127.0.0.1:8788/wallet',
  supportUrl: null,
  logoHosts: ['127.0.0.1:8787'],
  loopbackWallets: ['ws://127.0.0.1:1248'],
  walletExtensions: [
    {
      name: 'MetaMask',
      chromeIds: ['nkbihfbeogaeaoehlefnkodbefgpgknn'],
      firefoxIds: ['webextension@metamask.io'],
    },
  ],
  fee: { feeBps: '3.5', feeTakerAddress: `0x${'Ab'.repeat(20)}` },
  permitMaxLifeSeconds: 900,
  types: { SINGLE_OUTPUT_REQUEST: types, SWAP_REQUEST: types },
  chains: [
    {
      chainId: 31337,
      name: 'Harbour',
      rpcUrls: ['http://127.0.0.1:8545'],
      explorerUrl: null,
      confirmations: 1,
      permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      gateways: [address('1')],
      inboxes: [address('2')],
      manualTargets: [address('3')],
      nativeFeeMaxUnits: '20000000000000000',
      multicall3: null,
      verifiedTokens: [{ address: address('4'), symbol: 'USDC', decimals: 6 }],
    },
  ],
}

function refusal(input: unknown): unknown {
  try {
    decodeDeployment(input)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.data.facts.path
    throw thrown
  }
  return 'accepted'
}

describe('decodeDeployment', () => {
  it('accepts the file of the agreements and lower-cases addresses', () => {
    const deployment = decodeDeployment(good)
    expect(deployment.chains[0]?.permit2).toBe('0x000000000022d473030f116ddee9f6b43ac78ba3')
    expect(deployment.fee?.feeTakerAddress).toBe(`0x${'ab'.repeat(20)}`)
    expect(Object.keys(deployment.types.SWAP_REQUEST)).toEqual(Object.keys(types))
  })

  it('accepts price feeds of a chain and of its tokens, and files without', () => {
    const feed = { address: `0x${'Cd'.repeat(20)}`, decimals: 8, heartbeatSeconds: 3_600 }
    const ofChain = withValue(good, ['chains', 0, 'currencyPriceFeed'], feed)
    const fed = withValue(ofChain, ['chains', 0, 'verifiedTokens', 0, 'priceFeed'], feed)
    const [chain] = decodeDeployment(fed).chains
    const taken = { ...feed, address: `0x${'cd'.repeat(20)}` }
    expect(chain?.currencyPriceFeed).toEqual(taken)
    expect(chain?.verifiedTokens[0]?.priceFeed).toEqual(taken)
    expect(decodeDeployment(good).chains[0]).not.toHaveProperty('currencyPriceFeed')
  })

  it.each([
    ['address', `0x${'0'.repeat(40)}`],
    ['decimals', 37],
    ['heartbeatSeconds', 0],
    ['heartbeatSeconds', 604_801],
    ['extra', 1],
  ])('refuses a price feed whose %s is %s', (name, value) => {
    const feed = { address: address('9'), decimals: 8, heartbeatSeconds: 3_600, [name]: value }
    const path = `$.chains[0].currencyPriceFeed.${name}`
    expect(refusal(withValue(good, ['chains', 0, 'currencyPriceFeed'], feed))).toBe(path)
  })

  it('accepts the smallest possible file', () => {
    const chain = withValue(good, ['chains', 0, 'nativeFeeMaxUnits'], undefined)
    expect(decodeDeployment(withValue(chain, ['fee'], null)).chains[0]?.nativeFeeMaxUnits).toBe('0')
  })

  it('keeps the trailing slash of an address to which nothing is appended', () => {
    const page = 'https://app.example/wallet/'
    expect(decodeDeployment(withValue(good, ['walletPage'], page)).walletPage).toBe(page)
    const rpcUrls = ['https://relay.example/rpc/1/']
    expect(decodeDeployment(withValue(good, ['chains', 0, 'rpcUrls'], rpcUrls)).chains[0]?.rpcUrls).toEqual(
      rpcUrls,
    )
  })

  it('drops a trailing slash of the base address', () => {
    const slash = withValue(good, ['service', 'baseUrl'], 'https://swap.example/ferry/')
    expect(decodeDeployment(slash).service.baseUrl).toBe('https://swap.example/ferry')
  })

  it.each([
    ['$.schema', ['schema'], 2],
    ['$.name', ['name'], ''],
    ['$.extra', ['extra'], 1],
    ['$.service.baseUrl', ['service', 'baseUrl'], 'http://swap.example'],
    ['$.service.baseUrl', ['service', 'baseUrl'], 'https://user@swap.example'],
    ['$.service.baseUrl', ['service', 'baseUrl'], 'https://swap.example/?a=1'],
    ['$.service.baseUrl', ['service', 'baseUrl'], 'https://swap.example/#a'],
    ['$.service.baseUrl', ['service', 'baseUrl'], 'http://127.0.0.1.example'],
    ['$.service.kind', ['service', 'kind'], 'dedicated'],
    ['$.service.requestsPerMinute', ['service', 'requestsPerMinute'], 0],
    ['$.service.extra', ['service', 'extra'], 0],
    ['$.walletPage', ['walletPage'], 'file:///wallet'],
    ['$.supportUrl', ['supportUrl'], undefined],
    ['$.logoHosts[0]', ['logoHosts', 0], 'https://a.example'],
    ['$.logoHosts[0]', ['logoHosts', 0], 'A.example'],
    ['$.logoHosts[0]', ['logoHosts', 0], '*.example/a'],
    ['$.logoHosts[0]', ['logoHosts', 0], '*.example'],
    ['$.loopbackWallets[0]', ['loopbackWallets', 0], 'wss://a.example'],
    ['$.loopbackWallets[0]', ['loopbackWallets', 0], 'ws://a.example'],
    ['$.walletExtensions[0].chromeIds[0]', ['walletExtensions', 0, 'chromeIds', 0], 'abc'],
    ['$.walletExtensions[0].firefoxIds[0]', ['walletExtensions', 0, 'firefoxIds', 0], ''],
    ['$.walletExtensions[0].install', ['walletExtensions', 0, 'install'], 'http://wallet.example'],
    ['$.walletExtensions[0].install', ['walletExtensions', 0, 'install'], 'javascript:alert(1)'],
    ['$.fee.feeBps', ['fee', 'feeBps'], 3.5],
    ['$.fee.feeBps', ['fee', 'feeBps'], '501'],
    ['$.fee.feeTakerAddress', ['fee', 'feeTakerAddress'], address('0')],
    ['$.permitMaxLifeSeconds', ['permitMaxLifeSeconds'], 86_400],
    ['$.types.SWAP_REQUEST', ['types', 'SWAP_REQUEST'], undefined],
    ['$.chains', ['chains'], []],
    ['$.chains', ['chains'], [...(good.chains as []), ...(good.chains as [])]],
    ['$.chains[0].chainId', ['chains', 0, 'chainId'], '1'],
    ['$.chains[0].chainId', ['chains', 0, 'chainId'], 0],
    ['$.chains[0].name', ['chains', 0, 'name'], 1],
    ['$.chains[0].rpcUrls', ['chains', 0, 'rpcUrls'], []],
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], 'http://10.0.0.1:8545'],
    ['$.chains[0].explorerUrl', ['chains', 0, 'explorerUrl'], 'javascript:alert(1)'],
    ['$.chains[0].explorerUrl', ['chains', 0, 'explorerUrl'], 'https://a.example/#/a?b'],
    ...['/tx/', '/tx/{hash}/{hash}', 'tx/{hash}', '/tx/{hash}"><script>', '//evil.example/%{hash}'].map(
      (transaction): [string, (string | number)[], unknown] => [
        '$.chains[0].explorerPaths.transaction',
        ['chains', 0, 'explorerPaths'],
        { transaction, address: '/address/{address}' },
      ],
    ),
    ['$.chains[0].confirmations', ['chains', 0, 'confirmations'], 0],
    ['$.chains[0].permit2', ['chains', 0, 'permit2'], address('0')],
    ['$.chains[0]', ['chains', 0, 'permit2'], address('1')],
    ['$.chains[0].gateways[0]', ['chains', 0, 'gateways', 0], '0x12'],
    ['$.chains[0].inboxes[0]', ['chains', 0, 'inboxes', 0], null],
    ['$.chains[0].manualTargets', ['chains', 0, 'manualTargets'], [address('3'), address('3')]],
    ['$.chains[0].nativeFeeMaxUnits', ['chains', 0, 'nativeFeeMaxUnits'], '01'],
    ['$.chains[0].multicall3', ['chains', 0, 'multicall3'], address('0')],
    ['$.chains[0].verifiedTokens[0].decimals', ['chains', 0, 'verifiedTokens', 0, 'decimals'], 37],
    ['$.chains[0].verifiedTokens[0].symbol', ['chains', 0, 'verifiedTokens', 0, 'symbol'], ''],
    ['$.chains[0].verifiedTokens[0].logo', ['chains', 0, 'verifiedTokens', 0, 'logo'], ''],
  ])('names %s if it is wrong (%#)', (path, at, value) => {
    expect(refusal(withValue(good, at, value))).toBe(path)
  })

  it.each([
    ['$.service.apiKey', ['service', 'apiKey'], 'x'],
    ['$.service.x-api-key', ['service', 'x-api-key'], 'x'],
    ['$.affiliate', ['affiliate'], 'x'],
    ['$.fee.affiliate', ['fee', 'affiliate'], 'x'],
    ['$.service.affiliateKey', ['service', 'affiliateKey'], 'x'],
    ['$.service.affiliate', ['service', 'affiliate'], 'eyJhbGciOiJIUzI1NiJ9.e30.abc'],
    ['$.service.affiliate', ['service', 'affiliate'], 'sk_live_abcdef'],
    ['$.name', ['name'], 'eyJhbGciOiJIUzI1NiJ9.e30.abc'],
    ['$.name', ['name'], '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    ['$.name', ['name'], `0x${'1f'.repeat(32)}`],
    ['$.name', ['name'], 'sk_live_abcdef'],
    ['$.name', ['name'], 'AIzaSyA-abcdefghijklmnop1'],
    ['$.name', ['name'], 'glpat-abcdefghij1234567890'],
    ['$.name', ['name'], 'mykey-123456789abcdefghij'],
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], `https://rpc.example/v2/${'a1'.repeat(16)}`],
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], 'https://rpc.example/?key=short'],
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], 'https://user:word@rpc.example/'],
    // Random base64url, as providers of RPC endpoints give it.
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], 'https://rpc.example/v2/kQ3xV9-mT2cW7_bZ5nLr8'],
    ['$.chains[0].rpcUrls[0]', ['chains', 0, 'rpcUrls', 0], 'https://rpc.example/v2/abcdefghijklmnopqrs7'],
    [
      '$.chains[0].rpcUrls[0]',
      ['chains', 0, 'rpcUrls', 0],
      'https://rpc.example/v2/AB12-CD34-EF56-GH78-IJ90',
    ],
  ])('refuses a value resembling a secret at %s (%#)', (path, at, value) => {
    expect(refusal(withValue(good, at, value))).toBe(path)
  })

  it.each<[path: readonly (string | number)[], value: string]>([
    [['chains', 0, 'verifiedTokens', 0, 'symbol'], 'PT-syrupUSDC-28AUG2025'],
    [['supportUrl'], 'https://help.example/articles/360012345678-contact-us'],
    [['chains', 0, 'explorerUrl'], 'https://explorer.example/chain-1-mainnet-explorer'],
    [['chains', 0, 'rpcUrls', 0], 'https://rpc.example/arbitrum-one-mainnet-42161'],
  ])('accepts words and numbers at %j', (at, value) => {
    expect(() => decodeDeployment(withValue(good, at, value))).not.toThrow()
  })

  it.each([
    'operator-1',
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    '609913096e1a3d62cecd0afcc47c4c1e'.repeat(4),
  ])('accepts the public affiliate id %s, however random', (affiliate) => {
    const { service } = decodeDeployment(withValue(good, ['service', 'affiliate'], affiliate))
    expect(service.affiliate).toBe(affiliate)
  })

  it.each(['', 'two words', 'line\nbreak', 'é', 'x'.repeat(257), 7])('refuses the id %j', (affiliate) => {
    expect(refusal(withValue(good, ['service', 'affiliate'], affiliate))).toBe('$.service.affiliate')
  })

  it('refuses a value that is no object', () => {
    for (const input of [null, undefined, 'x', 1]) expect(refusal(input)).toBe('$')
    expect(refusal([])).toBe('$.schema')
  })
})

const operator = operatorFile()
const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))

describe('the origin of requests', () => {
  const frontend = { baseUrl: 'https://swap.example', kind: 'frontend', requestsPerMinute: 100 }
  const withOrigin = (origin: unknown, service: object = frontend) =>
    deploymentFaults({ ...operator, service: { ...service, origin } }).map(({ path }) => path)

  it('is an https origin without a path', () => {
    expect(withOrigin('https://app.example')).toEqual([])
    expect(withOrigin('https://app.example:8443')).toEqual([])
    for (const wrong of [
      ...[
        'https://app.example/',
        'https://app.example/a',
        'https://App.example',
        'https://*.example',
        'null',
      ],
      ...[
        ...['app.example', 'https://me@app.example', 'https://app.example?a', 'wss://app.example', '*'],
        ...['', null, 1],
      ],
      'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
      'https://app.example:443',
    ]) {
      expect([wrong, withOrigin(wrong)]).toEqual([wrong, ['$.service.origin']])
    }
  })

  it('may be on this machine only for the sandbox', () => {
    const here = 'http://127.0.0.1:3000'
    expect(withOrigin(here, packed.service)).toEqual([])
    expect(withOrigin(here)).toEqual(['$.service.origin'])
    expect(withOrigin(here, { ...frontend, kind: 'relay' })).toEqual(['$.service.origin'])
    expect(withOrigin('http://app.example', packed.service)).toEqual(['$.service.origin'])
  })

  it('is returned unchanged, and is optional', () => {
    const { service } = decodeDeployment({
      ...packed,
      service: { ...frontend, origin: 'https://app.example' },
    })
    expect(service.origin).toBe('https://app.example')
    expect('origin' in decodeDeployment(packed).service).toBe(false)
  })
})

/** A file whose types use one word and whose service has another. */
function fileWith(word: unknown, typesWord = 'exchange'): unknown {
  const named = JSON.parse(JSON.stringify(packed).replaceAll('exchangeGateway', `${typesWord}Gateway`))
  return withValue(named, ['service', 'word'], word)
}

const gatewaysOf = (file: unknown) =>
  Object.values(decodeDeployment(file).types).map(
    ({ BasicRequest = [] }) => BasicRequest.find(({ name }) => /Gateway$/.test(name))?.name,
  )

describe("the service's own word", () => {
  it.each(['acme', 'x', 'a1', 'constructor', 'input', 'w'.repeat(32)])('accepts %s', (word) => {
    expect(deploymentFaults(fileWith(word))).toEqual([])
    expect(gatewaysOf(fileWith(word))).toEqual([`${word}Gateway`, `${word}Gateway`])
  })

  it.each([
    ...['', 'Acme', '1acme', 'ac-me', 'ac_me', 'ac me', 'a/b', '../x', 'acmé', 'a?b', '__proto__', 'acme\n'],
    ...['a'.repeat(33), 7, null],
  ])('refuses %j', (word) => {
    expect(() => decodeDeployment(fileWith(word))).toThrow('$.service.word')
    expect(deploymentFaults(fileWith(word)).map(({ path }) => path)).toContain('$.service.word')
  })

  it('is `exchange` if the file has none', () => {
    expect(gatewaysOf(packed)).toEqual(['exchangeGateway', 'exchangeGateway'])
  })

  it("is already in the file's types, or is put there", () => {
    expect(decodeDeployment(fileWith('acme', 'acme')).types).toEqual(decodeDeployment(fileWith('acme')).types)
  })

  it('refuses types with the name of another service', () => {
    for (const file of [fileWith('acme', 'other'), fileWith('exchange', 'acme')]) {
      expect(deploymentFaults(file).map(({ path }) => path)).toEqual([
        '$.types.SINGLE_OUTPUT_REQUEST',
        '$.types.SWAP_REQUEST',
      ])
    }
    expect(deploymentFaults(fileWith('acme', 'other'))[0]?.expected).toContain('acmeGateway')
  })
})

it.each([
  ['/api/v1/exchange/quote', '/api/v1/acme/quote'],
  ['/api/v1/exchange-auto/history', '/api/v1/acme-auto/history'],
  ['/api/v1/exchange/direct-route/status', '/api/v1/acme/direct-route/status'],
  ['/api/v1/supported-chains', '/api/v1/supported-chains'],
  ['/api/v1/tokens/search', '/api/v1/tokens/search'],
  ['/api/v1/exchanges/list', '/api/v1/exchanges/list'],
] as const)('a path: %s', (path, named) => {
  expect(servicePath(path, 'acme')).toBe(named)
  expect(servicePath(path, 'exchange')).toBe(path)
})
