; A cartridge for tests of saved states: a ball and two missiles that "up" places, somewhere that depends on the
; number of frames so far, and that are then only ever shown. Nothing writes the registers again from which the
; television chip has derived where they are. The score stays 0 : 0.
;   dasm still.asm -f3 -ostill.bin
        processor 6502
VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
NUSIZ0  = $04
NUSIZ1  = $05
COLUP0  = $06
COLUP1  = $07
COLUPF  = $08
CTRLPF  = $0A
RESM0   = $12
RESM1   = $13
RESBL   = $14
ENAM0   = $1D
ENAM1   = $1E
ENABL   = $1F
SWCHA   = $280
COUNT   = $F0

        org $F000
start   sei
        cld
        ldx #$ff
        txs
        inx
        txa
clear   sta $00,x
        inx
        bne clear
        lda #$0e
        sta COLUPF
        lda #$44
        sta COLUP0
        lda #$88
        sta COLUP1

frame   lda #2
        sta VBLANK
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        inc COUNT
        ldx #30
blank   sta WSYNC
        dex
        bne blank
        lda SWCHA
        and #$10                ; up, held down
        bne placed
        lda COUNT
        and #7
        tax
        sta WSYNC
wait    dex
        bpl wait
        sta RESBL
        nop
        sta RESM0
        nop
        nop
        sta RESM1
        lda COUNT
        and #$30
        sta CTRLPF              ; the ball's width
        asl
        and #$30
        sta NUSIZ0              ; the missiles'
        lda #$20
        sta NUSIZ1
placed  sta WSYNC
        lda #0
        sta VBLANK
        lda #2
        sta ENABL
        sta ENAM0
        sta ENAM1
        ldx #200
shown   sta WSYNC
        dex
        bne shown
        lda #0
        sta ENABL
        sta ENAM0
        sta ENAM1
        lda #2
        sta VBLANK
        ldx #26
over    sta WSYNC
        dex
        bne over
        jmp frame

        org $FFFC
        .word start
        .word start
