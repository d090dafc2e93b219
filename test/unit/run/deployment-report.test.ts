import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeDeployment } from '../../../lib/deployment/schema.ts'
import { createDeploymentReport } from '../../run/deployment-report.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))

function reported(service: object): string {
  return createDeploymentReport(
    'swap.json',
    decodeDeployment({ ...packed, service: { ...packed.service, ...service } }),
  )
}

it("shows the origin that the service sees, and that it must be the operator's own", () => {
  expect(reported({})).toContain("bear: the extension's own origin (POST), none (GET)")
  const own = reported({ kind: 'frontend', origin: 'https://app.example' })
  expect(own).toContain('bear: https://app.example, which has to be a site of yours')
  expect(own).not.toContain('warning: a relay')
})

it('shows the affiliate ID, and warns if the wrapped native token is unknown', () => {
  expect(reported({ affiliate: 'operator-1' })).toContain('affiliate id: operator-1')
  expect(reported({})).toContain('quotes without a wallet: for 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
  expect(reported({})).not.toContain('names no wrappedNative')
  const { wrappedNative: _, ...harbour } = packed.chains[0]
  const bare = decodeDeployment({ ...packed, chains: [harbour, ...packed.chains.slice(1)] })
  const report = createDeploymentReport('swap.json', bare)
  expect(report).toContain('warning: Harbour (31337) names no wrappedNative')
})

it('lists the pages that can use Ferry', () => {
  expect(reported({})).toContain('pages that can use Ferry: any with https')
  const pages = ['*.swap.example', '127.0.0.1']
  const narrow = createDeploymentReport('swap.json', decodeDeployment({ ...packed, pages }))
  expect(narrow).toContain(`pages that can use Ferry: ${pages.join(' ')}\n`)
  expect(narrow).not.toContain('on all websites')
})

it('warns of a chain without a contract that can prove a delivery', () => {
  expect(reported({})).not.toContain('lists neither gateway')
  const [{ evidenceContracts, ...harbour }, ...others] = packed.chains
  const reportOf = (chain: object) =>
    createDeploymentReport('swap.json', decodeDeployment({ ...packed, chains: [chain, ...others] }))
  const silent = { ...harbour, gateways: [] }
  expect(reportOf(silent)).toContain('warning: Harbour (31337) lists neither gateway nor evidence contract')
  const watched = reportOf({ ...silent, evidenceContracts })
  expect(watched).not.toContain('lists neither gateway')
  expect(watched).toContain(
    `  believed about deliveries and refunds: ${[...harbour.inboxes, ...evidenceContracts].join(' ')}`,
  )
})

it('warns of an origin together with a relay', () => {
  expect(reported({ kind: 'relay', origin: 'https://app.example' })).toContain('warning: a relay')
})

it("shows the service's own word if the file has one", () => {
  expect(reported({ word: 'acme' })).toContain('own name: acme, as in /api/v1/acme/quote')
  expect(reported({})).not.toContain('own name')
})
