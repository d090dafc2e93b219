import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { hungWaitMs } from '../../hang-limits.ts'

export interface Anvil {
  readonly rpcUrl: string
  /** Stops it and waits until its process has ended. */
  stop(): Promise<void>
}

const pollMs = 15
const blockSeconds = 2

// The process itself is anvil (`exec`). A watcher holds the other end of a pipe from us. However we end, also
// by SIGKILL, the pipe closes and the watcher ends anvil. A line through the pipe ends the watcher.
const lifeline = '( read -r line && exit 0; kill -9 $$ ) <&3 & exec 3<&- "$@"'

const running = new Set<ChildProcess>()

/** Starts one chain on loopback and waits until it answers; throws if it does not start. */
export async function startAnvil(chainId: number, port: number): Promise<Anvil> {
  const flags = ['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--quiet']
  // Each transaction is mined immediately. Blocks also come at intervals, so that the chain's time passes.
  flags.push('--mixed-mining', '--block-time', `${blockSeconds}`)
  const child = spawn('/bin/sh', ['-c', lifeline, 'anvil', anvilBinary(), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const lifelineEnd = child.stdio[3]
  // If anvil ends first, the pipe has no reader. That error is expected.
  lifelineEnd?.on('error', () => undefined)
  running.add(child)
  stopAllOnExit()
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  const ended = once(child, 'close').then(() => running.delete(child))
  const rpcUrl = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (lifelineEnd instanceof Writable) lifelineEnd.end('done\n')
    child.kill('SIGKILL')
    await ended
  }
  try {
    await waitUntilAnswering(rpcUrl, chainId, child)
  } catch (error) {
    await stop()
    throw new Error(`anvil did not start on port ${port}. ${complaint.trim()}`.trim(), { cause: error })
  }
  return { rpcUrl, stop }
}

async function waitUntilAnswering(rpcUrl: string, chainId: number, child: ChildProcess): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  const untilMs = performance.now() + hungWaitMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended by itself')
    try {
      const response = await fetch(rpcUrl, { method: 'POST', headers, body })
      const { result } = (await response.json()) as { result?: unknown }
      if (Number(result) === chainId) return
      throw new Error(`chain ${String(result)} answers there`)
    } catch (error) {
      // Until it listens, fetch fails with a TypeError. Any other error is permanent.
      if (!(error instanceof TypeError) || performance.now() > untilMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Running it directly avoids a node process that only forwards signals. */
function anvilBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  const require = createRequire(import.meta.url)
  const anvilPackage = require.resolve('@foundry-rs/anvil/package.json')
  try {
    return join(dirname(createRequire(anvilPackage).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch (error) {
    throw new Error(`anvil's package for this machine is not installed: ${name}`, { cause: error })
  }
}

let isWatching = false

function stopAllOnExit(): void {
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
}
