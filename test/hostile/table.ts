import type { Lie } from './lie.ts'
import { timeLies } from './service-time.ts'
import { typedDataLies } from './service-typed-data.ts'

/** Every lie, by what it is about. */
export const table: readonly Lie[] = [...typedDataLies, ...timeLies]
