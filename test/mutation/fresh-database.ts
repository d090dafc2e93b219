import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** Databases of different mutants share their names, so each mutant starts with an empty IndexedDB. */
globalThis.indexedDB = new IDBFactory()
