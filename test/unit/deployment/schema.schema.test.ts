import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeDeployment } from '../../../lib/deployment/schema.ts'
import { deploymentSchemaText, schemaPath } from '../../run/deployment-schema.ts'
import { problemCodeOf } from '../base/problem-code.ts'
import { withValue } from '../base/with-value.ts'
import { fitsSchema, type JsonSchema } from './fits-schema.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as JsonSchema
const schema = read(schemaPath)
const packed = read('public/deployment.json')
const address = (digit: string) => `0x${digit.repeat(40)}`
const feed = { address: address('8'), decimals: 8, heartbeatSeconds: 60 }
const [packedChain] = packed.chains as readonly JsonSchema[]
const firstChain = withValue(withValue(packedChain, ['permit2IsOwn'], true), ['explorerPaths'], {
  transaction: '/#/transaction/{hash}',
  address: '/#/address/{address}',
})
const own = withValue(
  {
    ...packed,
    $schema: '../lib/deployment/deployment.schema.json',
    firefoxId: 'ferry@swap.example',
    ipfsGateway: 'ipfs.swap.example',
    pages: ['swap.example', '127.0.0.1'],
  },
  ['service', 'origin'],
  'https://swap.example',
)
const good = withValue(
  withValue(own, ['fee'], { feeBps: '25', feeTakerAddress: address('5') }),
  ['chains'],
  [withValue(withValue(firstChain, ['currencyPriceFeed'], feed), ['verifiedTokens', 0, 'priceFeed'], feed)],
)

function isDecoded(input: unknown): boolean {
  return problemCodeOf(() => decodeDeployment(input)) === 'accepted'
}

type Path = readonly (string | number)[]

/**
 * Every path of the file, with the first entry of each list. Type maps count as one path, because their rules go across
 * fields.
 */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (path[0] === 'types') return [path]
  if (Array.isArray(value)) return [path, ...(value.length > 0 ? placesOf(value[0], [...path, 0]) : [])]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, each]) => placesOf(each, [...path, name]))]
}

const strange = [
  ...[undefined, null, true, '', ' ', 'x', '0', '1', '-1', '1.5', '0.0', '500', '500.1', '01', 'é'],
  ...[0, 1, -1, 1.5, 36, 37, 59, 60, 1000, 1001, 3600, 3601, 100_000, 100_001, 604_800, 604_801, 2 ** 53],
  ...['a b '.repeat(16), 'a b '.repeat(17), address('0'), address('6')],
  ...[
    ...['https://swap.example', 'https://Swap.example/a/', 'https://swap.example/a?b=c'],
    ...['https://swap.example/#a', 'https://swap.example/', 'https://*.swap.example'],
    'https://swap.example:8443',
  ],
  ...[
    'http://swap.example',
    'http://127.0.0.1:1',
    'http://localhost/a',
    'http://[::1]:8545',
    'ws://127.0.0.1:1',
  ],
  ...[
    'ws://swap.example',
    'wss://127.0.0.1:1',

    ' https://swap.example',
    'ftp://a.example',
  ],
  ...['a.example', 'a.example:443', 'A.example', '*.example', 'a.example/b', 'sandbox', 'relay', 'other'],
  ...['nkbihfbeogaeaoehlefnkodbefgpgknn', 'nkbihfbeogaeaoehlefnkodbefgpgknz', 'wallet@some.example'],
  ...[
    [],
    [1],
    ['x'],
    ['https://a.example', 'https://a.example'],
    [address('7')],
    [address('7'), address('7')],
  ],
  ...[{}, { a: 1 }],
]

/** Refused only by the decoder. Also values that resemble secrets, and rules across fields, which are not listed here. */
const decoderOnly = [
  // The default port of a scheme is not part of a host.
  { at: 'logoHosts.0', value: 'a.example:443' },
  { at: 'ipfsGateway', value: 'a.example:443' },
]

describe('the schema of the deployment file and the decoder', () => {
  it('are equal: the schema is generated from the decoder (npm run deployment:schema)', () => {
    expect(readFileSync(schemaPath, 'utf8')).toBe(deploymentSchemaText())
  })

  it('accept a file that names its schema, which Ferry ignores', () => {
    expect(decodeDeployment({ ...packed, $schema: './some.schema.json' })).toEqual(decodeDeployment(packed))
  })

  it('accept the packed file', () => {
    for (const file of [packed, good])
      expect([fitsSchema(schema, file), isDecoded(file)]).toEqual([true, true])
  })

  it.each(placesOf(good).map((path) => [path.join('.') || 'the file', path] as const))(
    'agree on %s',
    (name, path) => {
      const different = strange.filter((value) => {
        const input = withValue(good, path, value)
        const isAlone = decoderOnly.some((one) => one.at === name && one.value === value)
        return !isAlone && isDecoded(input) !== fitsSchema(schema, input)
      })
      expect(different).toEqual([])
    },
  )

  it.each(placesOf(good).map((path) => [path.join('.') || 'the file', path] as const))(
    'refuse an unknown key in %s',
    (_, path) => {
      const inside = path.reduce<unknown>((value, step) => (value as JsonSchema)[step], good)
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return
      const input = withValue(good, [...path, 'extra'], 1)
      expect([fitsSchema(schema, input), isDecoded(input)]).toEqual([false, false])
    },
  )
})
