import { describe, expect, it } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createAccessModel, createStartModel } from '../../../lib/models/start-model.ts'
import { createFakeClient } from './fake-client.ts'
import { createFakePorts } from './fake-ports.ts'
import { openApp } from './open-app.ts'

const hosts = ['https://swap.example/*', 'https://rpc.example/*']

function modelWith(answers: Parameters<typeof createFakeClient>[0], says: boolean) {
  const { ports, client, settle } = createFakePorts(() => createFakeClient(answers))
  const requested: (readonly string[])[] = []
  const start = createStartModel(ports)
  client.subscribe(start.onPush, () => undefined)
  const askHosts = async (patterns: readonly string[]): Promise<boolean> => {
    requested.push(patterns)
    return says
  }
  return {
    access: createAccessModel({ requestHostAccessAll: askHosts, start }),
    start,
    client,
    settle,
    requested: requested,
  }
}

describe('host access', () => {
  it('follows the pushes of the background', async () => {
    const { access, start, client, settle } = modelWith({}, true)
    await start.load()
    expect(access.missing.value).toEqual([])
    client.push({ kind: 'access', missingHosts: hosts })
    expect(access.missing.value).toEqual(hosts)
    await settle()
    expect(client.sent.map(({ name }) => name)).toEqual(['start', 'start'])
  })

  it('names the hosts even where no other data could be read', async () => {
    const refuse = () => Promise.reject(new Problem('hostsNotAllowed', { facts: { hosts: hosts.join(' ') } }))
    const { access, start } = modelWith({ answers: { start: refuse } }, true)
    await start.load()
    expect(access.missing.value).toEqual(hosts)
  })
})

it('offers the access on the form although nothing else could be read', async () => {
  const refuse = () => Promise.reject(new Problem('hostsNotAllowed', { facts: { hosts: hosts.join(' ') } }))
  const { app } = await openApp({ answers: { start: refuse } })
  expect(app.swap.step.value).toBe('paused')
})

it("opens no review while the browser blocks Ferry's hosts", async () => {
  const { app, client, pass } = await openApp()
  app.swap.draft.setAmount('100')
  await pass(300)
  expect([app.swap.step.value, app.swap.isHalted.value]).toEqual(['review', false])
  client.push({ kind: 'access', missingHosts: hosts })
  expect([app.swap.step.value, app.swap.isHalted.value]).toEqual(['paused', true])
})
