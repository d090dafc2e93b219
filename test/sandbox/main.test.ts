import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { freePortBase } from './chains/free-port-base.ts'
import { requireFreePorts } from './chains/ports.ts'

const base = await freePortBase()
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function start() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, FERRY_PORT_BASE: String(base) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said, ended: once(child, 'close') }
}

test('prints ready when everything answers, refuses a port in use in one line, and leaves no process running', async () => {
  const first = start()
  await expect.poll(() => first.said.out).toMatch(/^sandbox ready$/m)
  for (const port of [base + 3, base + 4]) {
    const { status } = await fetch(`http://127.0.0.1:${port}/`)
    expect(status).toBeLessThan(500)
  }
  const second = start()
  expect((await second.ended)[0]).toBe(1)
  expect(second.said.err.trim().split('\n')).toHaveLength(1)
  expect(second.said.err).toContain('taken')
  first.child.kill('SIGINT')
  expect((await first.ended)[0]).toBe(0)
  expect(first.said.err).toBe('')
  const ports = Array.from({ length: 9 }, (_, index) => [`port ${index}`, base + index])
  await requireFreePorts(Object.fromEntries(ports))
})
