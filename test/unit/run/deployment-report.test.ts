import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeDeployment } from '../../../lib/deployment/decode-deployment.ts'
import { deploymentReport } from '../../run/deployment-report.ts'

const packed = JSON.parse(readFileSync('public/deployment.json', 'utf8'))

function reported(service: object): string {
  return deploymentReport(
    'swap.json',
    decodeDeployment({ ...packed, service: { ...packed.service, ...service } }),
  )
}

it('says whose origin the service is told, and that it has to be their own', () => {
  expect(reported({})).toContain("bear: the extension's own origin (POST), none (GET)")
  const own = reported({ kind: 'frontend', origin: 'https://app.example' })
  expect(own).toContain('bear: https://app.example, which has to be a site of yours')
  expect(own).not.toContain('warning: a relay')
})

it('warns of an origin that a relay would be told', () => {
  expect(reported({ kind: 'relay', origin: 'https://app.example' })).toContain('warning: a relay')
})
