
// The page: what the model holds, drawn.
(function () {
	const data = JSON.parse(document.getElementById("data").textContent);
	const memory = new Memory(data);
	const $ = (id) => document.getElementById(id);
	const rowsAtOnce = 500;
	const columns = [["name", "Name"], ["pool", "Pool"], ["block", "Block"], ["offset", "Offset"], ["size", "Size"], ["kind", "Kind"], ["data", "Handle"]];
	const table = { column: "pool", descending: false, most: rowsAtOnce };
	const bars = new Map(); // by key of the block
	const visible = new Set(); // keys of blocks on the screen
	let pointed = null; // the block and range that the tip is about

	function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

	// hue gives pools colours that are far apart, of neighbours too.
	function hue(pool) { return (211 + pool * 137.5) % 360; }

	// fit makes a canvas as fine as the screen, and returns its context and size.
	function fit(canvas) {
		const ratio = window.devicePixelRatio || 1;
		const width = canvas.clientWidth, height = canvas.clientHeight;
		canvas.width = Math.max(1, Math.round(width * ratio));
		canvas.height = Math.max(1, Math.round(height * ratio));
		const context = canvas.getContext("2d");
		context.scale(ratio, ratio);
		return { context, width, height };
	}

	// drawBar draws the regions of a block, and an outline around the one pointed at.
	function drawBar(block) {
		const bar = bars.get(block.key);
		const { context, width, height } = fit(bar.canvas);
		const x = (byte) => byte / block.bytes * width;
		const light = colour("--light");
		context.clearRect(0, 0, width, height);
		memory.ranges(block).forEach((r, i) => {
			if (r.free) return;
			const left = x(r.offset), wide = Math.max(x(r.offset + r.size) - left, 0.5);
			context.fillStyle = `hsl(${hue(block.pool)} ${i % 2 ? 62 : 48}% ${light})`;
			context.fillRect(left, 0, wide > 3 ? wide - 1 : wide, height);
		});
		if (pointed && pointed.block === block) {
			const r = pointed.range;
			context.strokeStyle = colour("--text");
			context.lineWidth = 2;
			context.strokeRect(x(r.offset) + 1, 1, Math.max(x(r.size) - 2, 1), height - 2);
		}
		block.changed = false;
	}

	const watcher = new IntersectionObserver((entries) => {
		for (const e of entries) {
			const key = e.target.dataset.key, block = memory.blocks.get(key);
			if (e.isIntersecting) visible.add(key);
			else visible.delete(key);
			if (e.isIntersecting && block) drawBar(block);
		}
	}, { root: $("blocks"), rootMargin: "200px" });

	// makeBar makes the row of a block.
	function makeBar(block) {
		const row = document.createElement("div");
		row.className = "block";
		row.dataset.key = block.key;
		const title = document.createElement("div");
		title.className = "title";
		const swatch = document.createElement("i");
		swatch.style.background = `hsl(${hue(block.pool)} 55% var(--light))`;
		const name = document.createElement("b");
		name.textContent = `${memory.pools[block.pool].label}, ${titleOf(block)}`;
		const fill = document.createElement("span");
		title.append(swatch, name, document.createElement("br"), fill);
		const bar = document.createElement("div");
		bar.className = "bar";
		bar.tabIndex = 0;
		bar.setAttribute("role", "img");
		const canvas = document.createElement("canvas");
		bar.append(canvas);
		row.append(title, bar);
		const key = block.key; // the block itself may be another one later
		bar.addEventListener("pointermove", (e) => point(key, byteAt(bar, key, e.clientX), e.clientX, e.clientY));
		bar.addEventListener("pointerleave", unpoint);
		bar.addEventListener("focus", () => { if (bar.matches(":focus-visible")) step(key, 0); });
		bar.addEventListener("blur", unpoint);
		bar.addEventListener("keydown", (e) => walk(e, key));
		return { row, bar, canvas, fill };
	}

	function byteAt(bar, key, clientX) {
		const box = bar.getBoundingClientRect();
		return (clientX - box.left) / box.width * memory.blocks.get(key).bytes;
	}

	// point shows what lies at a byte of a block, beside a place on the screen.
	function point(key, byte, x, y) {
		const block = memory.blocks.get(key);
		if (block) mark(block, memory.find(block, byte), x, y);
	}

	function mark(block, index, x, y) {
		const before = pointed;
		pointed = { block, index, range: memory.ranges(block)[index] };
		if (before && before.block !== block) redraw(before.block);
		redraw(block);
		const tip = $("tip");
		tip.textContent = describe(memory.pools[block.pool], block, pointed.range);
		tip.hidden = false;
		tip.style.left = `${Math.max(4, Math.min(x + 12, window.innerWidth - tip.offsetWidth - 4))}px`;
		tip.style.top = `${y + 16 + tip.offsetHeight > window.innerHeight ? y - tip.offsetHeight - 12 : y + 16}px`;
	}

	function unpoint() {
		const before = pointed;
		pointed = null;
		$("tip").hidden = true;
		if (before) redraw(before.block);
	}

	function redraw(block) { if (memory.blocks.get(block.key) === block && bars.has(block.key)) drawBar(block); }

	// step points at a range of a block so many places from the one pointed at.
	function step(key, places) {
		const block = memory.blocks.get(key);
		if (!block) return;
		const last = memory.ranges(block).length - 1;
		const from = pointed && pointed.block === block ? pointed.index : 0;
		const index = Math.max(0, Math.min(last, from + places));
		const box = bars.get(key).bar.getBoundingClientRect();
		const range = memory.ranges(block)[index];
		mark(block, index, box.left + (range.offset + range.size / 2) / block.bytes * box.width, box.bottom - 12);
	}

	// walk goes through a bar, and from bar to bar, by keys.
	function walk(e, key) {
		const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };
		const rows = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" };
		if (e.key in steps) {
			step(key, steps[e.key]);
		} else if (e.key in rows) {
			let row = bars.get(key).row;
			do row = row[rows[e.key]]; while (row && row.hidden);
			if (row) row.querySelector(".bar").focus();
		} else if (e.key === "Escape") {
			unpoint();
		} else {
			return;
		}
		e.preventDefault();
	}

	// drawBlocks brings the rows up to date with the blocks that there are.
	function drawBlocks() {
		const list = memory.list(), pool = $("pool").value;
		const largest = list.reduce((most, b) => Math.max(most, b.bytes), 1);
		for (const [key, bar] of bars) {
			if (memory.blocks.has(key)) continue;
			watcher.unobserve(bar.row);
			bar.row.remove();
			bars.delete(key);
			visible.delete(key);
		}
		let after = null;
		for (const block of list) {
			let bar = bars.get(block.key);
			if (!bar) {
				bar = makeBar(block);
				bars.set(block.key, bar);
				watcher.observe(bar.row);
			}
			const place = after ? after.nextElementSibling : $("blocks").firstElementChild;
			if (place !== bar.row) $("blocks").insertBefore(bar.row, place);
			after = bar.row;
			bar.row.hidden = pool !== "" && Number(pool) !== block.pool;
			bar.bar.style.width = $("scale").checked ? `${100 * block.bytes / largest}%` : "";
			let used = 0;
			for (const r of block.regions.values()) used += r.size;
			bar.fill.textContent = `${bytes(block.bytes)}, ${share(used, block.bytes)} in use`;
			bar.bar.setAttribute("aria-label", `${memory.pools[block.pool].label}, ${titleOf(block)}: ${block.regions.size} regions, ${share(used, block.bytes)} of ${bytes(block.bytes)} in use`);
			if (visible.has(block.key)) drawBar(block);
		}
	}

	function drawSums() {
		const of = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;
		$("sums").textContent = `${of(memory.blocks.size, "block")}, ${bytes(memory.reserved)} reserved; ` +
			`${of(memory.regions, "region")}, ${bytes(memory.inUse)} in use, ${share(memory.inUse, memory.reserved)}`;
	}

	function drawTable() {
		const rows = memory.rows($("filter").value, table.column, table.descending);
		const body = document.createDocumentFragment();
		for (const r of rows.slice(0, table.most)) {
			const line = document.createElement("tr");
			for (const [column] of columns) {
				const cell = document.createElement("td");
				cell.textContent = r[column];
				if (typeof r[column] === "number") cell.className = "number";
				line.append(cell);
			}
			body.append(line);
		}
		$("rows").replaceChildren(body);
		$("shown").textContent = `${Math.min(rows.length, table.most)} of ${memory.regions}`;
		$("more").hidden = rows.length <= table.most;
		for (const head of $("heads").children) {
			if (head.dataset.column === table.column) head.setAttribute("aria-sort", table.descending ? "descending" : "ascending");
			else head.removeAttribute("aria-sort");
		}
	}

	function makeHeads() {
		for (const [column, text] of columns) {
			const head = document.createElement("th");
			head.scope = "col";
			head.dataset.column = column;
			if (["block", "offset", "size"].includes(column)) head.className = "number";
			const button = document.createElement("button");
			button.type = "button";
			button.textContent = text;
			button.addEventListener("click", () => {
				table.descending = table.column === column && !table.descending;
				table.column = column;
				drawTable();
			});
			head.append(button);
			$("heads").append(head);
		}
	}

	function draw() {
		drawSums();
		drawBlocks();
		drawTable();
	}

	// History: the curve, and the moment that the rest of the page is about.
	const history = data.events.length > 0 ? curve(data, 600) : null;
	let playing = 0; // the timer

	function drawChart() {
		const { context, width, height } = fit($("chart"));
		const { points, most } = history;
		for (const [field, name] of [["reserved", "--reserved"], ["inUse", "--in-use"]]) {
			context.fillStyle = colour(name);
			context.beginPath(); // one shape, for rectangles side by side show their seams
			context.moveTo(0, height);
			points.forEach((p, i) => {
				const top = height - p[field] / Math.max(1, most.reserved) * (height - 2);
				context.lineTo(i * width / points.length, top);
				context.lineTo((i + 1) * width / points.length, top);
			});
			context.lineTo(width, height);
			context.fill();
		}
		context.fillStyle = colour("--mark");
		context.fillRect(Math.min(width - 2, memory.at / data.events.length * width), 0, 2, height);
	}

	function go(events) {
		memory.seek(events);
		unpoint();
		$("moment").value = memory.at;
		const what = memory.at === 0 ? "nothing yet" : `operation ${data.events[memory.at - 1][1]}: ${tell(data, memory.at - 1)}`;
		$("event").textContent = `${memory.at} of ${data.events.length}; ${what}`;
		$("moment").setAttribute("aria-valuetext", what);
		drawChart();
		draw();
	}

	function stop() {
		clearInterval(playing);
		playing = 0;
		$("play").textContent = "Play";
	}

	function play() {
		if (playing) return stop();
		if (memory.at === data.events.length) go(0);
		const stride = Math.max(1, Math.ceil(data.events.length / 400));
		$("play").textContent = "Pause";
		playing = setInterval(() => {
			go(memory.at + stride);
			if (memory.at === data.events.length) stop();
		}, 50);
	}

	function makeHistory() {
		$("time").hidden = false;
		$("moment").max = data.events.length;
		$("moment").addEventListener("input", () => { stop(); go(Number($("moment").value)); });
		$("back").addEventListener("click", () => go(memory.at - 1));
		$("forth").addEventListener("click", () => go(memory.at + 1));
		$("peak").addEventListener("click", () => go(history.peak));
		$("play").addEventListener("click", play);
		$("chart").addEventListener("click", (e) => go(Math.round(e.offsetX / $("chart").clientWidth * data.events.length)));
	}

	function redrawAll() {
		if (history) drawChart();
		for (const key of visible) if (memory.blocks.has(key)) drawBar(memory.blocks.get(key));
	}

	data.pools.forEach((p, i) => $("pool").append(new Option(`${p.name}, memory type ${p.type}`, i)));
	$("pool").addEventListener("change", drawBlocks);
	$("scale").addEventListener("change", () => { drawBlocks(); redrawAll(); });
	$("filter").addEventListener("input", () => { table.most = rowsAtOnce; drawTable(); });
	$("more").addEventListener("click", () => { table.most += rowsAtOnce; drawTable(); });
	window.addEventListener("resize", redrawAll);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
	makeHeads();
	if (history) {
		makeHistory();
		go(history.peak);
	} else {
		draw();
	}
})();
