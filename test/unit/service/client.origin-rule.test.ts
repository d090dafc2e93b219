import { describe, expect, it } from 'vitest'
import { originRule } from '../../../lib/service/client.ts'

const service = {
  baseUrl: 'https://service.example:8443/swaps',
  kind: 'frontend',
  requestsPerMinute: 100,
} as const
const origin = 'https://app.example'

describe('the rule that sets the origin of the deployment file on requests', () => {
  it('is null when the file names no origin', () => {
    expect(originRule(service, 'own')).toBeNull()
  })

  it('sets both headers on requests of our own background only', () => {
    const rule = originRule({ ...service, origin }, 'abcdefghijklmnopabcdefghijklmnop')
    expect(rule?.action).toEqual({
      type: 'modifyHeaders',
      requestHeaders: [
        { header: 'origin', operation: 'set', value: 'https://app.example' },
        { header: 'referer', operation: 'set', value: 'https://app.example/' },
      ],
    })
    const initiatorDomains = ['abcdefghijklmnopabcdefghijklmnop']
    const condition = { initiatorDomains, resourceTypes: ['xmlhttprequest'], tabIds: [-1] }
    expect(rule?.condition).toMatchObject(condition)
  })

  it("matches only the service's host and port, from the beginning of the URL", () => {
    const filter = originRule({ ...service, origin }, 'own')?.condition.urlFilter
    expect(filter).toBe('|https://service.example:8443/')
  })
})
