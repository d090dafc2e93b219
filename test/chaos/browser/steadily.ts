import type { Life, Scene } from './scene.ts'

const mostFailures = 4

/** Repeats what an interruption cut off; what fails again and again without one is a failure. */
export async function steadily<T>(scene: Scene, work: (life: Life) => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    let before = scene.interruptions()
    try {
      return await scene.turn((life) => {
        before = scene.interruptions()
        return work(life)
      })
    } catch (thrown) {
      if (scene.interruptions() !== before) continue
      failures += 1
      if (failures > mostFailures) throw thrown
    }
  }
}
