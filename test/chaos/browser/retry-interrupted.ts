import type { Life, Scene } from './scene.ts'

const mostFailures = 4

/** Repeats work that an interruption cut off. Throws when work fails repeatedly without an interruption. */
export async function retryInterrupted<T>(scene: Scene, work: (life: Life) => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    let before = scene.countInterruptions()
    try {
      return await scene.runInTurn((life) => {
        before = scene.countInterruptions()
        return work(life)
      })
    } catch (thrown) {
      if (scene.countInterruptions() !== before) continue
      failures += 1
      if (failures > mostFailures) throw thrown
    }
  }
}
