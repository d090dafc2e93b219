import { execFileSync } from 'node:child_process'
import { journeyWaitMs } from '../hang-limits.ts'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly state: string
}

function processes(): readonly Process[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state }
    })
}

function treeOf(root: number): readonly Process[] {
  const all = processes()
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

const pollMs = 50

/** Stops a process and all its children, as a closed laptop does. Returns a function that resumes them. */
export async function freezeTree(root: number): Promise<() => void> {
  const frozen = treeOf(root).map(({ pid }) => pid)
  const notify = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of frozen) {
      try {
        process.kill(pid, signal)
      } catch (thrown) {
        // It has ended by itself meanwhile.
        if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown
      }
    }
  }
  notify('SIGSTOP')
  // A busy machine delivers the signal late.
  const endMs = performance.now() + journeyWaitMs
  while (!treeOf(root)[0]?.state.startsWith('T')) {
    if (performance.now() > endMs) {
      notify('SIGCONT')
      throw new Error('the browser was to be stopped, and it runs')
    }
    await new Promise((done) => setTimeout(done, pollMs))
  }
  return () => notify('SIGCONT')
}
