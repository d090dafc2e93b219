import { fork } from 'node:child_process'
import type { Trial, TrialMessage } from './try-mutants.ts'

/** A mutant that never ends counts as killed: it ends its process, and the others continue in a new one. */
export async function findKilled(
  trials: readonly Trial[],
  limitMs: number,
): Promise<ReadonlyMap<number, string>> {
  const killed = new Map<number, string>()
  const waiting = new Map(trials.map((trial) => [trial.key, trial]))
  while (waiting.size > 0) {
    const before = waiting.size
    const stuck = await runTrialProcess([...waiting.values()], limitMs, ({ key, verdict, by }) => {
      if (verdict === 'killed') killed.set(key, by)
      if (verdict !== 'begun') waiting.delete(key)
    })
    if (stuck !== null) {
      killed.set(stuck, 'it never ends')
      waiting.delete(stuck)
    }
    if (waiting.size === before) throw new Error('the tests do not run')
  }
  return killed
}

/** Resolves with the key of the mutant that never ended, or null when all ended. */
function runTrialProcess(
  trials: readonly Trial[],
  limitMs: number,
  hear: (reported: TrialMessage) => void,
): Promise<number | null> {
  const child = fork('test/mutation/try-mutants.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((done, failed) => {
    let begun: number | null = null
    let timer = setTimeout(giveUp, limitMs)
    function giveUp(): void {
      child.kill('SIGKILL')
      done(begun)
    }
    child.on('message', (reported: TrialMessage) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, limitMs)
      begun = reported.verdict === 'begun' ? reported.key : null
      hear(reported)
    })
    child.once('error', failed)
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) done(null)
      else if (code !== null) failed(new Error(`the tests broke off with ${code}`))
    })
    child.send(trials)
  })
}
