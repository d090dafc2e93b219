import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deploymentFor, deploymentText } from './deployment-file.ts'
import { portsFor } from './ports.ts'
import { requestTypes } from './request-types.ts'

interface Schema {
  readonly type?: string
  readonly additionalProperties?: boolean
  readonly [key: string]: unknown
}

const schemaText = readFileSync(
  new URL('../../../lib/deployment/deployment.schema.json', import.meta.url),
  'utf8',
)
const packedText = readFileSync(new URL('../../../public/deployment.json', import.meta.url), 'utf8')

function objectsIn(schema: unknown): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(objectsIn)
  return (schema as Schema).type === 'object' ? [schema as Schema, ...inner] : inner
}

describe('the deployment file', () => {
  test('in the package belongs to the agreed ports', () => {
    expect(packedText).toBe(deploymentText(deploymentFor(portsFor(undefined))))
  })

  test('pins the chains, the contracts and both type sets', () => {
    const deployment = deploymentFor(portsFor(21_000))
    expect(deployment.service.baseUrl).toBe('http://127.0.0.1:21003')
    expect(deployment.types).toEqual(requestTypes)
    expect(
      deployment.chains.map(({ chainId, rpcUrls, explorerUrl }) => [chainId, rpcUrls, explorerUrl]),
    ).toEqual([
      [31337, ['http://127.0.0.1:21000', 'http://127.0.0.1:21006'], 'http://127.0.0.1:21004/explorer/31337'],
      [31338, ['http://127.0.0.1:21001', 'http://127.0.0.1:21007'], 'http://127.0.0.1:21004/explorer/31338'],
      [31339, ['http://127.0.0.1:21002', 'http://127.0.0.1:21008'], 'http://127.0.0.1:21004/explorer/31339'],
    ])
    for (const chain of deployment.chains) {
      expect(chain.verifiedTokens).toHaveLength(5)
      expect(JSON.stringify(chain)).toBe(
        JSON.stringify(chain).replaceAll(/0x[0-9a-fA-F]{40}/g, (a) => a.toLowerCase()),
      )
    }
  })

  test('has a schema that refuses unknown keys', () => {
    const objects = objectsIn(JSON.parse(schemaText))
    expect(objects.length).toBeGreaterThan(8)
    for (const one of objects) expect(one.additionalProperties).toBe(false)
  })
})
