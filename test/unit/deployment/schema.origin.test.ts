import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deploymentFaults } from '../../../lib/deployment/faults.ts'
import { decodeDeployment } from '../../../lib/deployment/schema.ts'
import { operatorFile } from './operator-file.ts'

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
