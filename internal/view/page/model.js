"use strict";

// What an event is, by its first number; the second is its operation.
const MADE = 0; //     pool, number, bytes
const RETURNED = 1; // pool, number, bytes
const PLACED = 2; //   pool, number, offset, size, data, name
const FREED = 3; //    the index of the event that placed the region
const REFUSED = 4; //  size

// Memory is the blocks and regions at one moment. It moves through the events of
// a history both ways; a snapshot has none.
class Memory {
	constructor(data) {
		this.pools = data.pools.map((p) => ({ ...p, label: data.pools.some((q) => q !== p && q.name === p.name) ? `${p.name} (type ${p.type})` : p.name }));
		this.events = data.events;
		this.blocks = new Map();
		this.reserved = 0; // bytes
		this.inUse = 0; // bytes
		this.regions = 0;
		this.at = 0; // events that have happened
		for (const b of data.blocks) {
			const block = this.make(b.pool, b.number, b.bytes, b.dedicated);
			b.regions.forEach(([offset, size, kind, data, name], id) => this.place(block, id, { offset, size, kind, data, name }));
		}
	}

	key(pool, number, dedicated) { return `${pool}/${dedicated ? "dedicated " : ""}${number}`; }

	make(pool, number, bytes, dedicated) {
		const block = { key: this.key(pool, number, dedicated), pool, number, bytes, dedicated, regions: new Map(), inOrder: null, changed: true };
		this.blocks.set(block.key, block);
		this.reserved += bytes;
		return block;
	}

	drop(pool, number, bytes) {
		this.blocks.delete(this.key(pool, number));
		this.reserved -= bytes;
	}

	place(block, id, region) {
		block.regions.set(id, region);
		block.inOrder = null;
		block.changed = true;
		this.inUse += region.size;
		this.regions++;
	}

	free(block, id) {
		this.inUse -= block.regions.get(id).size;
		block.regions.delete(id);
		block.inOrder = null;
		block.changed = true;
		this.regions--;
	}

	// placing has the region of event i, which is one that places, come or go.
	placing(i, comes) {
		const [, , pool, number, offset, size, data, name] = this.events[i];
		const block = this.blocks.get(this.key(pool, number));
		if (comes) this.place(block, i, { offset, size, kind: "", data, name });
		else this.free(block, i);
	}

	// happen has event i happen, or undoes it.
	happen(i, forth) {
		const e = this.events[i];
		switch (e[0]) {
		case MADE:
		case RETURNED:
			if ((e[0] === MADE) === forth) this.make(e[2], e[3], e[4], false);
			else this.drop(e[2], e[3], e[4]);
			break;
		case PLACED:
			this.placing(i, forth);
			break;
		case FREED:
			this.placing(e[2], !forth);
		}
	}

	// seek moves to where so many events have happened.
	seek(events) {
		const to = Math.max(0, Math.min(events, this.events.length));
		while (this.at < to) this.happen(this.at++, true);
		while (this.at > to) this.happen(--this.at, false);
	}

	// list returns the blocks in the order of pools and numbers.
	list() {
		return [...this.blocks.values()].sort((a, b) => a.pool - b.pool || !!a.dedicated - !!b.dedicated || a.number - b.number);
	}

	// ranges returns what a block consists of, in order: regions, and what is free.
	ranges(block) {
		if (block.inOrder) return block.inOrder;
		const ranges = [];
		let end = 0;
		const upTo = (offset) => { if (offset > end) ranges.push({ offset: end, size: offset - end, free: true }); };
		for (const r of [...block.regions.values()].sort((a, b) => a.offset - b.offset)) {
			upTo(r.offset);
			ranges.push(r);
			end = r.offset + r.size;
		}
		upTo(block.bytes);
		return block.inOrder = ranges;
	}

	// find returns the index of the range of a block that a byte lies in.
	find(block, byte) {
		const ranges = this.ranges(block);
		let low = 0, high = ranges.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (ranges[middle].offset <= byte) low = middle;
			else high = middle - 1;
		}
		return low;
	}

	// rows returns the regions of all blocks whose text has every word of the
	// filter, sorted by a column.
	rows(filter, column, descending) {
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		const rows = [];
		for (const block of this.list()) {
			const pool = this.pools[block.pool].label;
			for (const r of this.ranges(block)) {
				if (r.free) continue;
				const text = `${r.name} ${pool} ${r.kind} ${r.data}`.toLowerCase();
				if (words.every((w) => text.includes(w))) rows.push({ name: r.name, pool, block: block.number, offset: r.offset, size: r.size, kind: r.kind, data: r.data });
			}
		}
		const sign = descending ? -1 : 1;
		const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
		return rows.sort((a, b) => sign * compare(a[column], b[column]));
	}
}

// curve returns what was reserved and in use, at most, in each of so many parts of
// the history, which in a part without events is what it was before, and the first moment at which the most was reserved, and of those
// one at which the most was in use.
function curve(data, parts) {
	const m = new Memory(data);
	const points = Array.from({ length: parts }, () => ({ reserved: 0, inUse: 0 }));
	let peak = 0, most = { reserved: 0, inUse: 0 };
	const partOf = (i) => Math.floor(i * parts / (m.events.length + 1));
	for (let i = 0; i <= m.events.length; i++) {
		m.seek(i);
		for (let part = partOf(i) + 1; part < partOf(i + 1); part++) points[part] = { reserved: m.reserved, inUse: m.inUse };
		const p = points[partOf(i)];
		p.reserved = Math.max(p.reserved, m.reserved);
		p.inUse = Math.max(p.inUse, m.inUse);
		if (m.reserved > most.reserved || m.reserved === most.reserved && m.inUse > most.inUse) {
			peak = i;
			most = { reserved: m.reserved, inUse: m.inUse };
		}
	}
	return { points, peak, most };
}

// bytes spells a number of bytes, with its unit where it has one.
function bytes(n) {
	const units = ["KiB", "MiB", "GiB", "TiB", "PiB"];
	let value = n, unit = "";
	for (let i = 0; i < units.length && value >= 1024; i++) {
		value /= 1024;
		unit = units[i];
	}
	const exact = `${n} ${n === 1 ? "byte" : "bytes"}`;
	return unit === "" ? exact : `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit} (${exact})`;
}

// share spells a part of a whole in percent.
function share(part, whole) { return whole === 0 ? "0 %" : `${(100 * part / whole).toFixed(1)} %`; }

// describe says what there is to know of a range of a block.
function describe(pool, block, range) {
	const what = range.free ? "free" : range.name || (range.data ? `region ${range.data}` : "region");
	const kind = range.kind && range.kind !== "UNKNOWN" ? `, ${range.kind}` : "";
	return `${what}${kind}\n${bytes(range.size)} at ${range.offset}\n${pool.name}, ${titleOf(block)}, memory type ${pool.type}`;
}

// titleOf names a block within its pool.
function titleOf(block) { return `${block.dedicated ? "dedicated" : "block"} ${block.number}`; }

// tell says what an event is.
function tell(data, i) {
	const e = data.events[i];
	const named = (p) => p[7] || `region ${p[6]}`;
	const place = (p) => `${data.pools[p[2]].name}, block ${p[3]}`;
	switch (e[0]) {
	case MADE: return `${place(e)}: made, ${bytes(e[4])}`;
	case RETURNED: return `${place(e)}: returned, ${bytes(e[4])}`;
	case PLACED: return `${named(e)}: placed at ${e[4]} in ${place(e)}, ${bytes(e[5])}`;
	case FREED: return `${named(data.events[e[2]])}: freed in ${place(data.events[e[2]])}`;
	}
	return `refused: ${bytes(e[2])}`;
}

if (typeof module !== "undefined") module.exports = { Memory, curve, bytes, share, describe, tell };
