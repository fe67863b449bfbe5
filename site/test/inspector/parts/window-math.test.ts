import { describe, expect, it } from 'vitest';
import { WindowMath } from '../../../inspector/page/window-math.js';

function list(rows: number): WindowMath {
  const math = new WindowMath(20);
  math.rows = rows;
  math.height = 400;
  return math;
}

describe('WindowMath', () => {
  it('draws what is in view, and a few rows more', () => {
    const math = list(1_000);
    expect(math.window(5)).toEqual([0, 25]);
    math.moveTo(5_000);
    expect(math.window(5)).toEqual([245, 275]);
    math.moveTo(1e9);
    expect(math.window(5)).toEqual([975, 1_000]);
  });

  it('is scrolled as it is where a browser can draw all', () => {
    const math = list(1_000);
    math.scrolledTo(300);
    expect([math.top, math.scroll, math.place(15)]).toEqual([300, 300, 300]);
  });

  it('is scrolled in proportion where no browser could, with every row in reach', () => {
    const math = list(4_000_000);
    expect(math.isScaled).toBe(true);
    math.scrolledTo(math.drawn - math.height);
    expect(math.window(0)).toEqual([3_999_980, 4_000_000]);
    for (const row of [0, 1, 999_999, 1_000_000, 3_999_999]) {
      math.reveal(row);
      const at = math.place(row) - math.scroll;
      expect(at, `row ${row}`).toBeGreaterThanOrEqual(-1);
      expect(at, `row ${row}`).toBeLessThanOrEqual(381);
    }
  });

  it('moves as little as is needed, or puts a row into the middle', () => {
    const math = list(1_000);
    math.reveal(10);
    expect(math.top).toBe(0);
    math.reveal(20);
    expect(math.top).toBe(20);
    math.reveal(500, 'center');
    expect(math.top).toBe(9_810);
  });
});
