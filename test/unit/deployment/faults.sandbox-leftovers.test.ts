import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deploymentFaults, sandboxFirefoxId } from '../../../lib/deployment/faults.ts'
import { withValue } from '../base/with-value.ts'
import { operatorFile } from './operator-file.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))
const operator = operatorFile()
const pathsOf = (file: unknown) => deploymentFaults(file).map(({ path }) => path)
type Path = readonly (string | number)[]

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
