import { writePages } from './generate.js';

await writePages();
