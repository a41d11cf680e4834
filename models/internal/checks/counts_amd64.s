#include "go_asm.h"
#include "textflag.h"

// How many bits of the numbers 0 to 15 are set, a byte each, twice.
DATA ones<>+0(SB)/8, $0x0302020102010100
DATA ones<>+8(SB)/8, $0x0403030203020201
DATA ones<>+16(SB)/8, $0x0302020102010100
DATA ones<>+24(SB)/8, $0x0403030203020201
GLOBL ones<>(SB), RODATA|NOPTR, $32

// ADDBITS adds the bits of a and b to digits of the same weight, and sets carry to the digits of the next. It changes a.
#define ADDBITS(digits, a, b, carry) \
	VPXOR digits, a, Y12; \
	VPAND digits, a, carry; \
	VPAND Y12, b, a; \
	VPOR  a, carry, carry; \
	VPXOR Y12, b, digits

// func countAVX2(c *counts, b *Blocks) (more uint64)
TEXT ·countAVX2(SB), NOSPLIT, $0-24
	MOVQ c+0(FP), DI
	MOVQ b+8(FP), SI
	MOVQ Blocks_Before(SI), R8
	MOVQ Blocks_After(SI), R9
	MOVQ Blocks_After+8(SI), CX
	VMOVDQU ones<>(SB), Y15
	VPCMPEQD Y14, Y14, Y14
	VPSRLW   $12, Y14, Y14
	VPACKUSWB Y14, Y14, Y14 // 15 in every byte
	VPXOR    Y13, Y13, Y13
	VPXOR    Y0, Y0, Y0

	// Evictions: the bits of After that Before has not are counted by looking them up, half a byte at a time.
evictions:
	VMOVDQU (R9), Y1
	VMOVDQU (R8), Y2
	VPANDN  Y1, Y2, Y1
	VPAND   Y14, Y1, Y2
	VPSRLW  $4, Y1, Y1
	VPAND   Y14, Y1, Y1
	VPSHUFB Y2, Y15, Y2
	VPSHUFB Y1, Y15, Y1
	VPADDB  Y1, Y2, Y1
	VPSADBW Y13, Y1, Y1
	VPADDQ  Y1, Y0, Y0
	ADDQ    $32, R8
	ADDQ    $32, R9
	SUBQ    $4, CX
	JNZ     evictions
	VEXTRACTI128 $1, Y0, X1
	VPADDQ  X1, X0, X0
	VPSHUFD $0xee, X0, X1
	VPADDQ  X1, X0, X0
	VMOVQ   X0, counts_evictions(DI)

	// Digits: those of four blocks at a time. Four words of each block are turned round, so that each vector has a word of every
	// block.
	MOVQ  Blocks_After(SI), R9
	MOVQ  Blocks_Down+8(SI), CX
	MOVQ  Blocks_Stride(SI), R10
	LEAQ  counts_ones(DI), R11
	SHLQ  $3, R10                  // from block to block
	LEAQ  (R10)(R10*2), R12
	VPXOR Y3, Y3, Y3               // more

blocks:
	VPXOR Y0, Y0, Y0               // ones
	VPXOR Y1, Y1, Y1               // twos
	VPXOR Y2, Y2, Y2               // fours
	MOVQ  R10, DX

words:
	VMOVDQU (R9), Y4
	VMOVDQU (R9)(R10*1), Y5
	VMOVDQU (R9)(R10*2), Y6
	VMOVDQU (R9)(R12*1), Y7
	VPUNPCKLQDQ Y5, Y4, Y8
	VPUNPCKHQDQ Y5, Y4, Y9
	VPUNPCKLQDQ Y7, Y6, Y10
	VPUNPCKHQDQ Y7, Y6, Y11
	VPERM2I128  $0x20, Y10, Y8, Y4
	VPERM2I128  $0x20, Y11, Y9, Y5
	VPERM2I128  $0x31, Y10, Y8, Y6
	VPERM2I128  $0x31, Y11, Y9, Y7
	ADDBITS(Y0, Y4, Y5, Y8)
	ADDBITS(Y0, Y6, Y7, Y9)
	ADDBITS(Y1, Y8, Y9, Y10)
	VPAND Y2, Y10, Y11
	VPOR  Y11, Y3, Y3
	VPXOR Y10, Y2, Y2
	ADDQ  $32, R9
	SUBQ  $32, DX
	JNZ   words

	VMOVDQU Y0, (R11)
	VMOVDQU Y1, (counts_twos-counts_ones)(R11)
	VMOVDQU Y2, (counts_fours-counts_ones)(R11)
	ADDQ    $32, R11
	ADDQ    R12, R9
	SUBQ    $4, CX
	JGT     blocks

	VEXTRACTI128 $1, Y3, X4
	VPOR    X4, X3, X3
	VPSHUFD $0xee, X3, X4
	VPOR    X4, X3, X3
	VMOVQ   X3, AX
	MOVQ    AX, more+16(FP)
	VZEROUPPER
	RET
