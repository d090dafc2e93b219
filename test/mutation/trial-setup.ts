import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach } from 'vitest'
// Without it, a property could fail by chance, and its mutant would count as killed.
import '../fixed-seed.ts'

/** Databases of different mutants share their names, so each mutant starts with an empty IndexedDB. */
globalThis.indexedDB = new IDBFactory()

/** One failed test kills the mutant, so the others need not run. */
let isKilled = false
beforeEach(({ skip }) => skip(isKilled))
afterEach(({ task }) => {
  isKilled ||= task.result?.state === 'fail'
})
