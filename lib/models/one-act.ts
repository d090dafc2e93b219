import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'

/** Does one thing at a time for the person: what it is while it is done, and why the last one failed. */
export function createOneAct<Name extends string>() {
  const busy = signal<Name | null>(null)
  const problem = signal<ProblemData | null>(null)

  /** Does nothing while another one is being done. */
  async function act(name: Name, work: () => Promise<void>): Promise<void> {
    if (busy.value !== null) return
    busy.value = name
    problem.value = null
    try {
      await work()
    } catch (thrown) {
      problem.value = problemData(thrown)
    } finally {
      busy.value = null
    }
  }

  return { busy, problem, act }
}
