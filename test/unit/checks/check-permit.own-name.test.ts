import { describe, expect, test } from 'vitest'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import type { PermitCheckInput } from '../../../lib/checks/check-report.ts'
import { requestHashOf, submitBody } from '../../../lib/checks/typed-data.ts'
import { renameGateway } from '../../../lib/deployment/schema.ts'
import { codeOf, cross, same, typedDataOf } from './changed-check.ts'

/** The same check with other names of the gateway's member, in the deployment file and in the service's data. */
function named(input: PermitCheckInput, file: string, sent: string): PermitCheckInput {
  const route = JSON.parse(JSON.stringify(input.route).replaceAll('exchangeGateway', `${sent}Gateway`))
  const { types, service } = input.deployment
  const renamed: PermitCheckInput = {
    ...input,
    deployment: {
      ...input.deployment,
      service: { ...service, word: file },
      types: {
        SINGLE_OUTPUT_REQUEST: renameGateway(types.SINGLE_OUTPUT_REQUEST, 'exchange', file),
        SWAP_REQUEST: renameGateway(types.SWAP_REQUEST, 'exchange', file),
      },
    },
    route,
  }
  const { types: sentTypes, values } = typedDataOf(renamed)
  return { ...renamed, route: { ...route, requestHash: requestHashOf(sentTypes, values.witness ?? null) } }
}

describe.each([
  ['SINGLE_OUTPUT_REQUEST', cross],
  ['SWAP_REQUEST', same],
] as const)('a %s of a service with another name', (_, input) => {
  test('is signed under its own names, with its own hash', () => {
    const acme = named(input, 'acme', 'acme')
    expect(codeOf(acme)).toBeNull()
    expect(acme.route.requestHash).not.toBe(input.route.requestHash)
  })

  test("is refused under another service's names", () => {
    expect(codeOf(named(input, 'acme', 'exchange'))).toBe('T-2')
    expect(codeOf(named(input, 'exchange', 'acme'))).toBe('T-2')
  })

  test("is refused if file and service both use another service's names", () => {
    const acme = named(input, 'acme', 'acme')
    const types = { SINGLE_OUTPUT_REQUEST: typedDataOf(input).types, SWAP_REQUEST: typedDataOf(input).types }
    const older = { ...input, deployment: { ...acme.deployment, types } }
    expect(codeOf(older)).toBe('W-5')
  })

  test('is submitted as it was signed', () => {
    const { values } = typedDataOf(named(input, 'acme', 'acme'))
    const { requestType } = input.route
    const body = submitBody({ requestType, witness: values.witness, userSignature: '0x', quoteId: 'quote-1' })
    expect(JSON.parse(body).request).toEqual(values.witness)
    expect(body).toContain('"acmeGateway"')
  })
})

test('the gateway under that name is checked', () => {
  const acme = named(cross, 'acme', 'acme')
  const [gateway = ''] = cross.chain.gateways
  const text = JSON.stringify(acme.route).replace(
    `"acmeGateway":"${gateway}"`,
    `"acmeGateway":"${cross.request.userAddress}"`,
  )
  const report = checkTypedData({ ...acme, route: JSON.parse(text) })
  expect(report).toMatchObject({ ok: false, code: 'W-5', path: 'witness.basicReq.acmeGateway' })
})
