import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { hungWaitMs } from '../../hang-limits.ts'

/** One running anvil. */
export interface Anvil {
  readonly rpcUrl: string
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>
}

const lookEveryMs = 15
const blockSeconds = 2

// The process stays anvil's own (`exec`), while a watcher holds the other end of a pipe from us: however we end,
// also by SIGKILL, the pipe closes and the watcher ends anvil. A line through the pipe sends the watcher home.
const lifeline = '( read -r line && exit 0; kill -9 $$ ) <&3 & exec 3<&- "$@"'

const running = new Set<ChildProcess>()

/** Starts one chain on loopback and waits until it answers; throws when it does not come up. */
export async function startAnvil(chainId: number, port: number): Promise<Anvil> {
  const flags = ['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--quiet']
  // A transaction is mined at once; between transactions blocks come by themselves, so that a chain's time goes on.
  flags.push('--mixed-mining', '--block-time', `${blockSeconds}`)
  const child = spawn('/bin/sh', ['-c', lifeline, 'anvil', anvilBinary(), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const lifelineEnd = child.stdio[3]
  // When anvil goes first, nobody reads the line any more; that is no news to us.
  lifelineEnd?.on('error', () => undefined)
  running.add(child)
  watchOurEnd()
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
    await answers(rpcUrl, chainId, child)
  } catch (error) {
    await stop()
    throw new Error(`anvil did not start on port ${port}. ${complaint.trim()}`.trim(), { cause: error })
  }
  return { rpcUrl, stop }
}

async function answers(rpcUrl: string, chainId: number, child: ChildProcess): Promise<void> {
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
      // Until it listens, fetch fails with a TypeError; anything else will not get better.
      if (!(error instanceof TypeError) || performance.now() > untilMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** The binary in the platform's own package; running it directly spares a node process that only passes signals on. */
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

function watchOurEnd(): void {
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
}
