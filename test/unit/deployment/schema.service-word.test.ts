import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deploymentFaults } from '../../../lib/deployment/faults.ts'
import { decodeDeployment, servicePath } from '../../../lib/deployment/schema.ts'
import { withValue } from '../base/with-value.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))

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
